<?php
namespace A\B;
use C\D;
use E\{F, G as H};
require_once 'x.php';
/** Doc. */
#[Attr]
final class K extends L implements M {
  use T1;
  const X = 1;
  private int $y = 2, $z;
  /** Does. */
  public function m(int $a, ?D $b = null): int { $t = helper($a); return $this->foo($t)->bar + H::Q; }
}
interface I { function n(); }
trait T1 { }
enum E2: string { case A = 'a'; }
function top($a) { }
const C1 = 1;
