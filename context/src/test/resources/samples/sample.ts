import { A } from './m';
import type { B } from "../n";
import fs = require('fs');
/** Doc. */
@Comp({})
export class C<T> implements D {
  private x: number = 1;
  constructor(private a: A) {}
  m(a: B): Promise<void> { const t = a; return helper(t); }
  abstract n(): void;
}
export interface I extends J { p: string; q(a: number): void; }
export type T = { a: number } | I;
export enum E { A, B = 2 }
namespace N { export function inner() {} }
declare module 'foo' { function z(): void; }
export const h = async (a: number): Promise<E> => { return a; };
abstract class Ab { abstract k(): void }
export default function dd() {}
declare function decl(a: number): void;
