/** A run, as a tool answers it: what is too large for an agent's context moves to a blob first. Floor 3. */
import { createBlob } from '../blobs/blobs.ts'
import type { Context } from '../context.ts'
import type { JsonObject } from '../contract/json/json.ts'
import { AppError } from '../errors.ts'
import { MAX_OUTPUT_BYTES, type Moved, runResult, shapeOf, type Told } from './run-result.ts'

export async function answerRun(ctx: Context, run: Told): Promise<JsonObject> {
  if (run.output === undefined) return runResult(run)
  const text = JSON.stringify(run.output)
  if (Buffer.byteLength(text) <= MAX_OUTPUT_BYTES) return runResult(run)
  return runResult(run, { blobId: await keep(ctx, text), shape: shapeOf(run.output) } satisfies Moved)
}

/** Undefined when there is no room for it: the run itself keeps its whole output. */
async function keep(ctx: Context, text: string): Promise<string | undefined> {
  try {
    const content = new TextEncoder().encode(text)
    return (await createBlob(ctx, { content, kind: 'application/json', name: 'output.json' })).id
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'PRECONDITION_FAILED') return undefined
    throw thrown
  }
}
