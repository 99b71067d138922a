import { type Context, workOwner } from '../context/context.ts'
import type { Issue } from '../kernel/errors.ts'
import type { Json } from '../kernel/json/json.ts'
import { isJson, MAX_VALUE_DEPTH } from '../kernel/json/to-json.ts'
import { runInThread } from '../kernel/threads/run-in-thread.ts'
import type { Held, parseHeld } from './model/held.ts'

/**
 * Reads what a caller has or needs in a worker thread: anyone may search, and a schema of 256 KiB can take nine seconds.
 * Returns issues for a schema that cannot be read, and for a value that is too deep for any skill. Throws INVALID_INPUT if
 * it takes too long.
 */
export async function readHeld(
  ctx: Context,
  sent: Json,
  path: string,
): Promise<{ held?: Held; issues: Issue[] }> {
  if (!isJson(sent))
    return {
      issues: [{ path, message: `is nested deeper than ${MAX_VALUE_DEPTH} levels`, keyword: 'depth' }],
    }
  return runInThread<typeof parseHeld>('read-held', [sent, path], { owner: workOwner(ctx) })
}
