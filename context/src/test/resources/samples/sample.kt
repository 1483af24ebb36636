package a.b
import a.c.Thing
/** Doc. */
@Ann
data class P(val x: Int, val y: String) : Base(x), I {
  val z: Int = 3
  companion object { const val K = 1
    fun of() = P(1, "") }
  fun add(a: Int): Int { val q = helper(a); return q + Other.k }
  constructor(a: Int) : this(a, "")
}
interface I { fun m() }
enum class E { A, B; fun x() = 1 }
object O { }
fun String.ext(a: Int) = a
typealias T = List<Int>
val top = 1
