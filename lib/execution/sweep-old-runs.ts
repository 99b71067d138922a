/**
 * Forgets what old runs took and gave, in organisations that do not keep it for ever. Floor 3.
 *
 * A run stays, with its state, its cost and the digests of what it was of: the receipt, the statements and the evidence
 * are no less true. Source: specification "Product", Pages, retention.
 */
import type { Context } from '../context.ts'
import { digestOf } from '../contract/json/digest-of.ts'
import type { Json } from '../contract/json/json.ts'
import {
  deletePlanRuns,
  forgetRun,
  listForgettable,
  listRetentions,
  type OldRun,
} from '../db/run-retention.ts'
import { ERRORS, type PublicError } from '../errors.ts'

const DAY_MS = 86_400_000
/** So that one round ends soon; the next takes up where it stopped. */
const AT_ONCE = 100

/** For a server's sweep; several may sweep at once. Returns how many runs it emptied. */
export async function sweepOldRuns({ db }: Pick<Context, 'db'>, now = new Date()): Promise<number> {
  let count = 0
  for (const { organisationId, days } of await listRetentions(db)) {
    const before = new Date(now.getTime() - days * DAY_MS)
    const old = await listForgettable(db, { organisationId, before, take: AT_ONCE })
    for (const run of old) await forgetRun(db, run.id, { at: now, ...whatStays(run) })
    await deletePlanRuns(db, { organisationId, before })
    count += old.length
  }
  return count
}

function whatStays({ input, output, hasOutput, error }: OldRun) {
  return {
    inputDigest: digestOf(input as Json),
    outputDigest: hasOutput ? digestOf(output as Json) : null,
    error: error === null ? null : bare(error as unknown as PublicError),
  }
}

/** An error may quote what was sent, in its words and in its details; its code quotes nobody. */
function bare({ code, recoverable }: PublicError): PublicError {
  return { code, message: ERRORS[code].message, recoverable }
}
