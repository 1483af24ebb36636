#include <stdio.h>
#include "a.h"
#define K 1
#define F(x) ((x)+1)
/* Doc. */
struct s { int a; char *b; };
typedef struct { int q; } T;
typedef int (*cb)(int);
enum e { A1, B1 = 2 };
static int g = 1, *h;
int proto(int a, char *b);
static int *f(int a, struct s *p) { int t = helper(a); return p->b + K; }
#ifdef X
void cond(void) {}
#endif
