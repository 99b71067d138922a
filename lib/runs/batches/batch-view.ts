import type { PublicError } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import type { RunState } from '../model/run-states.ts'

export type BatchView = {
  id: string
  skillName: string
  skillTitle: string
  versionNumber: string
  userName: string
  state: 'running' | 'cancelling' | 'ended' | 'cancelled'
  total: number
  /** How many rows are in each state. `waiting` rows have no run yet; `refused` ones could not be started. */
  counts: {
    waiting: number
    open: number
    succeeded: number
    failed: number
    cancelled: number
    refused: number
  }
  /** Decimal USDC, so far. */
  charged: string
  /** The most that all runs together can cost. */
  maxTotal: string
  createdAtMs: number
  endedAtMs: number | null
}

export type BatchResult = {
  /** From 1, as in the sheet without its head: rows that the contract refused are counted, too. */
  row: number
  state: RunState | 'waiting' | 'refused'
  runId?: string
  title?: string
  result?: string
  error?: PublicError
  charged?: string
}

/** A row with the whole input and output, for downloads. */
export type WholeBatchResult = BatchResult & { input?: Json; output?: Json }
