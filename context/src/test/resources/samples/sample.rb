require 'json'
require_relative 'lib/x'
# Doc.
module M
  # Doc of A.
  class A < B
    X = 1
    attr_reader :q, :r
    include Foo
    def m(a, b = 1, *c, k: 2, &d)
      t = helper(a)
      t.foo(@z)
    end
    def self.s; end
    private def p2 = 1
    class << self
      def cc; end
    end
  end
end
class M::Z; end
def top; end
