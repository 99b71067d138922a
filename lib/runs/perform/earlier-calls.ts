/** What the calls of a run did until its worker ended, so that the next worker neither repeats nor forgets it. */
import { listBlobsOfRun } from '../../blobs/rows/blob-rows.ts'
import type { Context } from '../../context/context.ts'
import type { PublicError } from '../../kernel/errors.ts'
import type { CallFailure } from '../finish/attribute-error.ts'
import { listChildren } from '../rows/run-family.ts'
import type { RunRow } from '../rows/runs.ts'
import type { RunView } from '../views/run-view.ts'
import { showRun } from '../views/show-run.ts'

export type EarlierCalls = {
  /** The runs that it started, which have all ended, by the number of the call. */
  children: ReadonlyMap<number, RunView>
  /** Ids of the blobs that these runs delivered. */
  blobsOfChildren: string[]
  /** Ids of the blobs that it wrote itself. */
  writtenBlobs: string[]
  /** Only those of runs: a call that was refused leaves no record. */
  callFailures: CallFailure[]
}

export async function findEarlierCalls(db: Context['db'], { id }: RunRow): Promise<EarlierCalls> {
  const [rows, writtenBlobs] = await Promise.all([listChildren(db, id), listBlobsOfRun(db, id)])
  return {
    children: new Map(
      rows.flatMap((row) => (row.callNumber === null ? [] : [[row.callNumber, showRun(row)] as const])),
    ),
    blobsOfChildren: rows.flatMap(({ outputBlobs }) => outputBlobs),
    writtenBlobs,
    callFailures: rows.flatMap(({ skillName: called, error }) =>
      error === null ? [] : [{ called, hasRun: true, error: error as PublicError }],
    ),
  }
}
