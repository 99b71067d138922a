import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveSiteSettings } from '../../admin/site-settings.ts'
import type { SkillDocument } from '../../contracts/document/skillset-document.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { readLongCeilings } from '../../settings/long-lane.ts'
import {
  contextFor,
  makeAdmin,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { resolveLimits } from '../perform/execute-in-sandbox.ts'
import { startRun } from '../start/start-run.ts'

const LONG: Partial<SkillDocument> = { limits: { lane: 'long', timeoutMs: 600_000 } }

beforeEach(() => saveCeilings({}))
afterEach(() => {
  vi.unstubAllEnvs()
  return saveCeilings({})
})

/** Restores what is not given. */
async function saveCeilings(given: Record<string, string>) {
  const none = { longMinutes: '', longCpuMinutes: '', longMemory: '', longRequests: '', longAnswers: '' }
  await saveSiteSettings(await contextFor(await makeAdmin()), { ...none, longRuns: 'on', ...given })
}

async function start(skill: Partial<SkillDocument>) {
  const skills = [makeSkillDocument({ name: 'Crawl', ...skill })]
  const version = await makePublishedVersion({ document: makeSkillSetDocument({ skills }) })
  return startRun(await contextFor(await makeUser()), {
    skill: { name: version.skillName },
    args: { name: 'Ada' },
  })
}

test('a skill of the long lane does not run where the operator does not offer the lane, and quick ones do', async () => {
  await saveCeilings({ longRuns: 'off' })

  await expect(start(LONG)).rejects.toMatchObject({
    code: 'TOOL_NOT_AVAILABLE',
    message: '“Crawl” runs in the long lane, which this server does not offer.',
  })
  expect((await (await start({})).ended).state).toBe('succeeded')
})

test('a skill that asks for more time than the operator allows does not run, and learns both numbers', async () => {
  await saveCeilings({ longMinutes: '5' })

  await expect(start(LONG)).rejects.toMatchObject({
    code: 'TOOL_NOT_AVAILABLE',
    message: '“Crawl” asks for 10 minutes in the long lane, but this server allows 5 minutes.',
  })
  expect((await start({ limits: { lane: 'long', timeoutMs: 300_000 } })).run.state).toBe('queued')
})

test('a skill that asks for more memory than the operator allows does not run', async () => {
  await saveCeilings({ longMemory: '512' })

  await expect(start({ limits: { lane: 'long', memoryMb: 800 } })).rejects.toMatchObject({
    message: '“Crawl” asks for 800 MB of memory in the long lane, but this server allows 512 MB.',
  })
})

test('runs of the long lane get the limits of the operator, and no ceiling exceeds those of the lane', async () => {
  await saveCeilings({ longMinutes: '2', longCpuMinutes: '0.5', longRequests: '7', longAnswers: '1' })
  const ceilings = await readLongCeilings(database())

  expect(resolveLimits('javascript', { lane: 'long' }, { ceilings })).toMatchObject({
    wallMs: 120_000,
    cpuMs: 30_000,
    memoryMb: 1_024,
    requests: 7,
    answerBytes: 1024 * 1024,
  })
  await expect(saveCeilings({ longMinutes: '16' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path: '/longMinutes', message: 'Enter at most 15.' }] },
  })
})

test('the environment sets ceilings, up to the limits of the lane', async () => {
  vi.stubEnv('GUILDHALL_LONG_MINUTES', '1')
  vi.stubEnv('GUILDHALL_LONG_REQUESTS', '5000')

  const { wallMs, requests } = await readLongCeilings(database())

  expect([wallMs, requests]).toEqual([60_000, 2_000])
})
