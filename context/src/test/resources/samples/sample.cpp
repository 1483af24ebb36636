#include "a.h"
using namespace std;
namespace n::m {
/// Doc.
template <typename T> class A : public B {
 public:
  A(int x);
  ~A();
  virtual int m(int a) const { return helper(a); }
  int d(int);
  static int x;
  T y = 1;
 private:
  struct In { int z; };
  enum class E { P, Q };
};
}
int n::A::d(int a) { auto t = a; return t->foo(); }
int A::operator+(int b) { }
A::A(int x) : y(x) {}
using X = int;
template <class T> T top(T a) { return a; }
concept Foo = true;
extern "C" { void ex(); }
