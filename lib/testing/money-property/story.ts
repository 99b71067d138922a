import fc from 'fast-check'

export const PRICE = 50_000n
export const CALL_PRICE = 30_000n
export const MIDDLE_PRICE = 20_000n

const ENDS = ['succeeded', 'partial', 'failed', 'timed_out', 'cancelled'] as const

export const end = fc.oneof(
  { weight: 2, arbitrary: fc.constant('succeeded' as const) },
  fc.constantFrom(...ENDS),
)

/** One call: how the run ends, when its process dies, and whether another process ends it at the same time. */
export const story = fc.record({
  payer: fc.nat(1),
  skill: fc.nat(1),
  key: fc.constantFrom(null, 'a', 'b'),
  end: fc.oneof(fc.constant('succeeded' as const), fc.constantFrom(...ENDS.slice(1))),
  terms: fc.constantFrom('paid', 'paid', 'free', 'draft'),
  /**
   * A paid call of the run: how it ends, whether before its caller or at the same time, and how a paid skill between
   * the two ends, if there is one.
   */
  call: fc.option(fc.record({ end, isFirst: fc.boolean(), middle: fc.option(end) })),
  /** The statement before which the process dies; 99 comes after all of them. */
  diesBefore: fc.oneof(fc.constant(99), fc.integer({ min: 1, max: 34 })),
  /** The process dies after its call has ended and before its own run has. */
  diesAfterCall: fc.boolean(),
  isRaced: fc.boolean(),
  /** A worker performs the run later and may die; another takes over then, or while the first is still alive. */
  isDeferred: fc.boolean(),
  workerDiesBefore: fc.oneof(fc.constant(99), fc.integer({ min: 1, max: 30 })),
})

export type Story = typeof story extends fc.Arbitrary<infer Each> ? Each : never

/** The number of further runs that a daily cap allows; null for no cap. */
export const cap = fc.oneof(fc.constant(null), fc.nat(4))

export const endOf = (state: (typeof ENDS)[number]) => ({
  state,
  ...(state === 'succeeded' && { output: { message: 'Hello.' } }),
})
