// How many changes that keep the schema a replay finds, and how often it is wrong about unchanged code.
import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { resolveSkillFor } from '../../runs/resolve/resolve-skill.ts'
import type { Runnable } from '../../runs/resolve/runnable.ts'
import { openBodyDigest } from '../../sandbox/digest-body.ts'
import type { RunRecording } from '../../sandbox/run-recording.ts'
import { connectSandbox } from '../../sandbox/sandbox-client.ts'
import { type ChangedSkill, PLANTED } from '../../testing/cases/planted-changes.ts'
import { makePublishedVersion, makeSkillDocument, makeSkillSetDocument } from '../../testing/factories.ts'
import { performCase } from './perform-case.ts'

const isLong = Boolean(process.env.GUILDHALL_LONG)
const services = { db: database(), sandbox: connectSandbox() }
const HOSTS = ['first.example', 'second.example', 'third.example']

const RECORDING: RunRecording = {
  settings: { config: {}, secrets: [] },
  exchanges: [
    {
      ...{
        method: 'GET',
        url: 'https://first.example/notes',
        headers: {},
        ...openBodyDigest(undefined).end(),
      },
      reply: { kind: 'response', status: 200, headers: {}, body: { text: 'ok' } },
    },
  ],
  calls: [],
}

function makeDocument({ parameters, response }: ChangedSkill, definition: string) {
  return makeSkillSetDocument({
    permissions: { network: HOSTS },
    skills: [makeSkillDocument({ slug: 'changed', definition, parameters, response, examples: [] })],
  })
}

async function open(skill: ChangedSkill): Promise<Runnable> {
  const version = await makePublishedVersion({ document: makeDocument(skill, skill.definition) })
  const { organisationId } = version.skillSet.publisher
  const caller = { userId: organisationId, organisationId, organisationName: '', withinIds: [organisationId] }
  return { ...(await resolveSkillFor(services.db, caller, { name: version.skillName })), mode: 'development' }
}

/** Returns the inputs on which the changed definition is judged as other than the same. */
async function countFound(skill: ChangedSkill, before: Runnable, definition: string): Promise<number> {
  const document = makeDocument(skill, definition)
  const after: Runnable = { ...before, document, skill: document.skills[0]! }
  let found = 0
  for (const args of skill.inputs) {
    const { verdict } = await performCase(services, { before, after }, { args, recording: RECORDING })
    expect(verdict).not.toBe('not_replayable')
    if (!verdict.startsWith('same')) found += 1
  }
  return found
}

test('replays find at least 95% of sixty changes that keep the schema, and none in unchanged code', async () => {
  const missed: string[] = []
  let planted = 0
  let falseAlarms = 0
  for (const [index, skill] of PLANTED.entries()) {
    const before = await open(skill)
    falseAlarms += await countFound(skill, before, `${skill.definition}\n`)
    // The usual run takes two of each skill, other ones of each.
    const changes = isLong ? skill.changes : skill.changes.filter((_, at) => at % 5 === index % 5)
    for (const { kind, from, to } of changes) {
      expect(skill.definition).toContain(from)
      planted += 1
      const found = await countFound(skill, before, skill.definition.replace(from, to))
      if (found === 0) missed.push(`${kind}: ${from} → ${to}`)
    }
  }

  expect(planted).toBe(isLong ? 60 : 12)
  expect(missed).toEqual(missed.slice(0, Math.floor(planted * 0.05)))
  expect(falseAlarms).toBe(0)
}, 600_000)
