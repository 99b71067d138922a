import { describe, expect, test } from 'vitest'
import type { Json } from '../../kernel/json/json.ts'
import type { Outcome } from '../../sandbox/sandbox.ts'
import { makeSkillDocument } from '../../testing/factories.ts'
import { endsWith } from '../../testing/fake-sandbox.ts'
import {
  ENDED,
  isMigration,
  MIGRATIONS,
  OLD_SKILL,
  setUpVersions,
  twoMajors,
} from '../../testing/setup/catalog/migrating-versions.ts'

describe('input for an older major', () => {
  describe('goes through every major between', () => {
    /**
     * Publishes 1.0.0, which takes `who`, 2.0.0 with `name` and 3.0.0 with `called`; migrations end like `made`,
     * in order.
     */
    async function threeMajors(made: Partial<Outcome>[]) {
      let count = 0
      const sandbox = endsWith((job) =>
        isMigration(job)
          ? ({ ...ENDED, ...made[count++] } as Outcome)
          : { kind: 'returned', value: { message: 'Hello.' }, ...ENDED },
      )
      const all = await twoMajors(sandbox)
      const parameters = { type: 'object', properties: { called: { type: 'string' } }, required: ['called'] }
      const definition = 'function migrate({ name }) { return { called: name } }'
      const skills = [makeSkillDocument({ parameters })]
      await all.publish('3.0.0', { skills, migrations: [{ from: '2', definition }] })
      return all
    }
    const returned = (value: Json): Partial<Outcome> => ({ kind: 'returned', value })

    test('input for an older major goes through every major between in order, and the run lists the steps', async () => {
      const { run, sandbox } = await threeMajors([returned({ name: 'Ada' }), returned({ called: 'Ada' })])

      expect(await run({ who: 'Ada' }, '^1')).toMatchObject({
        versionNumber: '3.0.0',
        input: { called: 'Ada' },
        migration: { from: '1', via: ['2.0.0'], to: '3.0.0', input: { who: 'Ada' } },
      })
      expect(sandbox.jobs.map(({ parameters, context }) => [parameters, context])).toMatchObject([
        [{ who: 'Ada' }, { from: '1', to: '2.0.0' }],
        [{ name: 'Ada' }, { from: '2', to: '3.0.0' }],
        [{ called: 'Ada' }, {}],
      ])
    })

    // biome-ignore format: table
    test.each<[sentence: string, made: Partial<Outcome>[], where: string, path: string]>([
      ['the first throws',            [{ kind: 'threw', error: { name: 'Error', message: 'No who.', stack: '' } }], 'at the step from 1.x to 2.0.0: No who.', ''],
      ['the first makes no input',    [returned({ nam: 'Ada' })],                            'at the step from 1.x to 2.0.0: its result', '/name'],
      ['the second throws',           [returned({ name: 'Ada' }), { kind: 'threw', error: { name: 'Error', message: 'No name.', stack: '' } }], 'at the step from 2.x to 3.0.0: No name.', ''],
      ['the second makes no input',   [returned({ name: 'Ada' }), returned({ call: 'Ada' })], 'at the step from 2.x to 3.0.0: its result', '/called'],
    ])('and is refused naming the step when %s', async (_, made, where, path) => {
      const { run, sandbox } = await threeMajors(made)

      await expect(run({ who: 'Ada' }, '^1')).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        message: expect.stringContaining(where),
        options: { issues: expect.arrayContaining([expect.objectContaining({ path })]) },
      })
      expect(sandbox.jobs).toHaveLength(made.length)
    })

    test('input for an older major stays where it is if a major between lacks the skill', async () => {
      const { publish, run } = await setUpVersions({ skills: [OLD_SKILL] })
      await publish('2.0.0', { skills: [makeSkillDocument({ slug: 'other' })], migrations: MIGRATIONS })
      await publish('3.0.0', {
        skills: [makeSkillDocument()],
        migrations: [{ ...MIGRATIONS[0]!, from: '2' }],
      })

      expect(await run({ who: 'Ada' }, '^1')).toMatchObject({ versionNumber: '1.0.0', input: { who: 'Ada' } })
    })
  })
})
