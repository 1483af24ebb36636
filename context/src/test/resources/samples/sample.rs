//! crate doc
use std::{fmt, io::Read};
use crate::a::b as c;
mod m;
/// Doc A.
#[derive(Debug)]
pub struct A<T> { x: i32, pub y: T }
enum E { A, B(i32) }
impl<T> A<T> {
    /// new
    pub fn new(x: i32) -> Self { let t = helper(x); t.foo(); E::A; println!("{}", x); }
}
impl fmt::Display for A<i32> { fn fmt(&self) {} }
trait T { fn m(&self); fn d() {} }
mod inner { pub fn f() {} }
const K: i32 = 1;
static S: &str = "";
type X = i32;
macro_rules! mac { () => {} }
