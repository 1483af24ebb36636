"""Module doc."""
import os, sys as s
from a.b import c, d as e
from . import f
from ..x import *
X = 1
y: int = 2
@dec(1)
class A(Base):
    """Doc of A. More."""
    z = 3
    @property
    def m(self, a, b=1, *c, **d) -> int:
        """Does m."""
        q = helper(a)
        for i in q: pass
        return self.foo(q).bar
async def top(a): 
    # c
    return [w for w in a]
