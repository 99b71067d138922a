/** What the commands of rollouts share, of a checkout and of a site's command line. */
import type { z } from 'zod'
import type { RestRollouts } from '#lib/publishing/rollouts/rest-rollouts.ts'
import { UsageError } from '../cli-command.ts'

export type ShownRollouts = z.infer<typeof RestRollouts>

/** Returns a line for each version: how far it is rolled out, and what holds it back. */
export function describeRollouts({ serves, versions }: ShownRollouts): string {
  return versions
    .map(({ version, rollout, held_by, held_until }) =>
      [
        `${version}${version === serves ? ' (served)' : ''}`,
        rollout
          ? `${rollout.state}, ${rollout.step.toLowerCase()}`
          : held_by === 'share' || held_by === 'returned'
            ? 'not for your organisation'
            : 'reached everyone at once',
        ...(held_by === 'age' ? [`waits until ${held_until}`] : []),
        ...(rollout?.reason ? [rollout.reason] : []),
      ].join(' · '),
    )
    .join('\n')
}

export type RolloutTarget = { skillSet: string; version: string }

/** Throws UsageError. */
export function parseRolloutTarget(text: string): RolloutTarget {
  const [skillSet, version, ...more] = text.split('@')
  if (skillSet && version && more.length === 0) return { skillSet, version }
  throw new UsageError(`“${text}” is not PUBLISHER.SKILLSET@VERSION, such as guildhall.text_tools@1.4.0.`)
}
