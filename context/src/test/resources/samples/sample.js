import x, { y as z } from './m';
import './side';
const fs = require('fs');
/** Doc. */
export default class A extends B {
  #p = 1;
  static q = 2;
  m(a, { b }) { return helper(a).foo; }
  get g() { return 1; }
}
export function f(a) { let t = a; return g2(t); }
export const h = (a) => a + 1;
var k = 3, kk = function() {};
module.exports = { f };
exports.zed = function (a) { };
A.prototype.n = function () { };
export { y } from './other';
