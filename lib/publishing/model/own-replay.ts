/** What an organisation sees of replays on its own runs. */
import type { ExampleAssertion } from '../../contracts/examples/example-assertion.ts'
import type { Json } from '../../kernel/json/json.ts'
import type { ReplayDifference, ReplayVerdict } from './replay-verdicts.ts'

/** A SkillSet whose new versions the organisation lets be tried on its past runs, or may let. */
export type ReplayConsentLine = { publisher: string; slug: string; name: string; agreed: boolean }

export type OwnReplayLine = {
  submissionId: string
  skillSet: string
  title: string
  number: string
  /** Of the published version that it is compared with. */
  cases: number
  changed: number
  /** Of the cases, those that say nothing, because they cannot be replayed. */
  untried: number
  /** True while the submission waits for a decision. */
  isOpen: boolean
  answer: ReplayAnswerKind | null
  createdAtMs: number
}

export const REPLAY_ANSWERS = { fine: 'Fine for us', not_for_me: 'Not for us' } as const
export type ReplayAnswerKind = keyof typeof REPLAY_ANSWERS

export type OwnCase = {
  number: number
  skillSlug: string
  /** Null until it is performed. */
  verdict: ReplayVerdict | null
  differences: ReplayDifference[]
  runId: string
  /** Of the run, whose input is one line; both null if it is gone. */
  atMs: number | null
  input: string | null
  isChange: boolean
  /** Why it cannot be replayed, in words; null for other verdicts. */
  obstacle: string | null
}

export type OwnReplay = {
  submissionId: string
  skillSet: { publisher: string; slug: string; title: string }
  number: string
  baseNumber: string
  changelog: string
  isOpen: boolean
  isEnded: boolean
  /** Changes first. */
  cases: OwnCase[]
  answer: { answer: ReplayAnswerKind; note: string; answeredAtMs: number } | null
  canAnswer: boolean
}

export type ShownCase = {
  input: Json
  before: Json
  after: Json
  /** What varies between two runs of the published version. */
  noise: ExampleAssertion[]
  /** What the submitted version ended with, if it has no output. */
  error: string | null
}
