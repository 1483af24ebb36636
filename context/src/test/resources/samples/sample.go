// Package doc.
package a

import (
	"fmt"
	x "github.com/p/q"
)
import "os"

// A is doc.
type A struct {
	X int
	y, z string
	x.Embedded
}

type (
	I interface { M(a int) error; fmt.Stringer }
	F = func(int) string
)

const K, L = 1, 2
var v = fmt.Sprint(1)

// Do it.
func (a *A) Do(b int, c ...string) (int, error) { t := helper(b); return t.Foo(), nil }
func Top[T any](a T) {}
