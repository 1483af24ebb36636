// Package shop sells things.
package shop

import (
	"fmt"
)

// Most is how much fits.
const Most = 100

// Basket is what somebody wants to buy. It is not safe.
type Basket struct {
	// Lines are the things.
	Lines []Line
	owner string
}

type Priced interface {
	Total(prices Prices) (int, error)
}

// Total is what it all costs.
func (b *Basket) Total(prices Prices) (int, error) {
	sum := 0
	for _, line := range b.Lines {
		if line.Count > 0 {
			sum += prices.Of(line.What)
		}
	}
	return sum, nil
}

func show(b Basket) { fmt.Println(b) }
