/**
 * Code that Node has read and compiled once is kept for the next program: commands answer in half the time.
 *
 * In this folder's node_modules, so that it goes with them and no other account of the machine writes there. What is
 * loaded before this is called is not kept, hence the dynamic imports of what calls it. Where nothing can be written,
 * nothing is kept.
 */
import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { ROOT } from './root.ts'

/** For this process from now on, and for the programs that it starts. */
export function keepCompiled(): void {
  process.env.NODE_COMPILE_CACHE ??= path.join(ROOT, 'node_modules/.cache/guildhall/compiled')
  enableCompileCache(process.env.NODE_COMPILE_CACHE)
}
