/**
 * Deletes inputs and outputs of old runs. State, cost and digests stay, for receipts and statistics. See
 * docs/spec/product.md §4.
 */
import type { Context } from '../../context/context.ts'
import {
  deletePlanRuns,
  eraseRunContent,
  listDueRetentions,
  listForgettable,
  type OldRun,
} from '../../db/runs/run-retention.ts'
import { ERRORS, type PublicError } from '../../errors.ts'
import { digestOf } from '../../json/digest-of.ts'
import type { Json } from '../../json/json.ts'

const BATCH_SIZE = 100

/** Several processes may sweep at once. Returns the number of runs emptied. */
export async function sweepOldRuns({ db }: Pick<Context, 'db'>, now = new Date()): Promise<number> {
  let count = 0
  for (const { organisationId, before } of await listDueRetentions(db, now)) {
    const old = await listForgettable(db, { organisationId, before, take: BATCH_SIZE })
    for (const run of old) await eraseRunContent(db, run.id, { at: now, ...retainedFieldsOf(run) })
    await deletePlanRuns(db, { organisationId, before })
    count += old.length
  }
  return count
}

function retainedFieldsOf({ input, output, hasOutput, error }: OldRun) {
  return {
    inputDigest: digestOf(input as Json),
    outputDigest: hasOutput ? digestOf(output as Json) : null,
    error: error === null ? null : withoutDetails(error as PublicError),
  }
}

/** Message and details of an error may quote the input; its code does not. */
function withoutDetails({ code, recoverable }: PublicError): PublicError {
  return { code, message: ERRORS[code].message, recoverable }
}
