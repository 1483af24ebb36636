using System;
using X = System.Text;
namespace A.B {
/// <summary>Doc of C. More.</summary>
[Attr(1)]
public class C<T> : Base, I where T : new() {
  private int x = 1, y;
  public int P { get; set; } = 2;
  public C(int a) : base(a) { }
  [Test] public async Task<int> M(int a, string b) { var t = Helper(a); return t.Foo; }
  enum E { A, B = 2 }
  event Action Ev;
  public const int K = 1;
  public int this[int i] => i;
  public static C operator +(C a, C b) => a;
}
interface I { void M(); }
record R(int Q);
struct S { }
delegate void D(int a);
}
