/**
 * Moves output too large for a model's context to a blob. Each run has one such blob, so repeated calls do
 * not use quota again.
 */
import { createBlob, deleteBlob, findBlob } from '../blobs/blobs.ts'
import type { Context } from '../context/context.ts'
import { findOutputBlob, saveOutputBlob } from '../db/blobs/output-blob.ts'
import { AppError } from '../errors.ts'
import type { JsonObject } from '../json/json.ts'
import { logFault } from '../runs/finish/log-fault.ts'
import {
  formatRunResult,
  MAX_OUTPUT_BYTES,
  outputShapeOf,
  type ResultRun,
  type StoredOutput,
} from './format-run-result.ts'

export async function toAgentResult(ctx: Context, run: ResultRun): Promise<JsonObject> {
  if (run.output === undefined) return formatRunResult(run)
  const text = JSON.stringify(run.output)
  if (Buffer.byteLength(text) <= MAX_OUTPUT_BYTES) return formatRunResult(run)
  return formatRunResult(run, {
    blobId: await tryToStoreOutput(ctx, run.id, text),
    shape: outputShapeOf(run.output),
  } satisfies StoredOutput)
}

/** Undefined if the blob cannot be stored: the run still has its output. */
async function tryToStoreOutput(ctx: Context, runId: string, text: string): Promise<string | undefined> {
  try {
    return await storeOutput(ctx, runId, text)
  } catch (thrown) {
    const isNoRoom = thrown instanceof AppError && thrown.code === 'PRECONDITION_FAILED'
    if (!isNoRoom) logFault(thrown, 'a large output could not be stored as a blob', { runId })
    return undefined
  }
}

async function storeOutput(ctx: Context, runId: string, text: string): Promise<string> {
  const known = await findOutputBlob(ctx.db, runId)
  if (known && (await isBlobStored(ctx, known))) return known
  const content = new TextEncoder().encode(text)
  const { id: blobId } = await createBlob(ctx, { content, kind: 'application/json', name: 'output.json' })
  if (await saveOutputBlob(ctx.db, runId, { known, blobId })) return blobId
  // A concurrent call has stored its blob first.
  await deleteBlob(ctx, blobId)
  return (await findOutputBlob(ctx.db, runId)) ?? blobId
}

async function isBlobStored(ctx: Context, blobId: string): Promise<boolean> {
  try {
    await findBlob(ctx, blobId)
    return true
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'NOT_FOUND') return false
    throw thrown
  }
}
