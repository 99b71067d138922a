import type { PlanDocument } from '../../plans/model/document/plan-document.ts'
import type { TestUser } from '../factories.ts'
import type { ChannelResult } from './channel-result.ts'

export type Call = {
  skill: string
  /** The arguments as JSON text. */
  args: string
  version?: string
  /** The risk level that a plan with this skill states. */
  riskLevel?: PlanDocument['riskLevel']
  dryRun?: boolean
  /** Contains something that is lost as soon as the text is parsed. */
  isOnlyText?: boolean
}

export type Caller = { user: TestUser; key: string }

export type Channel = {
  /** Returns false for calls that this channel cannot express. By default it can express all. */
  canExpress?: (call: Call) => boolean
  send: (caller: Caller, call: Call) => Promise<ChannelResult>
}
