import { z } from 'zod'
import { JsonValueField, LineField, TimeZoneField } from '../kernel/validation/text-fields.ts'
import { RunOptionFields } from '../runs/start/run-options.ts'
import { MISSED_RULES } from './model/automation-trigger.ts'
import { describeCronError, parseOnceInstant } from './model/instants.ts'

const Missed = z.enum(MISSED_RULES).default('skip').meta({
  description: 'What happens with a time at which the server was not running: nothing, or one late run.',
})

const Parameter = LineField.pipe(z.string().min(1))

const TriggerField = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('cron'),
    cron: LineField.superRefine((cron, context) => {
      const message = describeCronError(cron)
      if (message) context.addIssue({ code: 'custom', message })
    }).meta({ description: 'Five fields, such as “0 9 * * MON”.' }),
    missed: Missed,
  }),
  z.strictObject({
    kind: z.literal('once'),
    at: LineField.refine(
      (at) => parseOnceInstant(at, 'UTC') !== null,
      'must be a time such as 2026-11-26T09:00',
    ).meta({ description: 'A local time of the time zone, such as “2026-11-26T09:00”.' }),
    missed: Missed,
  }),
  z.strictObject({
    kind: z.literal('webhook'),
    field: Parameter.optional().meta({
      description:
        'The parameter that gets the message. Without it, the fields of the message are the input.',
    }),
  }),
  z.strictObject({
    kind: z.literal('vault'),
    glob: LineField.pipe(z.string().trim().min(1, 'must not be empty')).meta({
      description: 'Paths of files, such as “Inbox/*.csv”; “**” stands for any folders.',
    }),
    field: Parameter.optional().meta({
      description: 'The parameter that gets the path of the changed file, in one run for each file.',
    }),
  }),
])

const Fields = z.strictObject({
  title: LineField.pipe(
    z.string().trim().min(1, 'Give the automation a name.').max(120, 'At most 120 characters.'),
  ),
  skill: LineField.optional().meta({ description: 'publisher.skillset.skill' }),
  version: RunOptionFields.shape.version,
  input: JsonValueField.optional().meta({ description: 'The input of each run.' }),
  plan: LineField.optional().meta({ description: 'The id or name of a saved plan, instead of a skill.' }),
  trigger: TriggerField,
  time_zone: TimeZoneField.optional().meta({
    description: 'IANA time zone of its times and its runs. Default: UTC',
  }),
  max_price: RunOptionFields.shape.max_price.meta({
    ...RunOptionFields.shape.max_price.meta(),
    description: 'The spending limit of each run in USDC. Default: 0, so only free runs start.',
  }),
  confirmed: z.boolean().optional().meta({
    description:
      'Every run of the plan, as it is now, may make its changes without asking. Refused with an API key.',
  }),
})

export const AutomationBody = Fields.refine(
  ({ skill, plan }) => (skill === undefined) !== (plan === undefined),
  { path: ['skill'], message: 'Send either a skill or a plan.' },
)

export type AutomationWanted = z.infer<typeof AutomationBody>

/** What a change may hold. The skill or plan stays: another one is another automation. */
export const AutomationChangeBody = Fields.omit({ skill: true, plan: true }).partial()
