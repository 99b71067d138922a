import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { isAlive } from '../processes.ts'
import { keepRunning } from './part.ts'

const LIVES_ON = ['-e', 'setInterval(() => {}, 1000)']

test('a part that dies is started again, and that is said', async () => {
  const said: string[] = []
  const part = keepRunning({
    name: 'clock',
    command: LIVES_ON,
    env: process.env,
    log: (line) => said.push(line),
  })
  const first = part.child()

  first?.kill('SIGKILL')
  await expect.poll(() => part.child()).not.toBe(first)
  const second = part.child()
  await part.stop()

  expect(said).toEqual(['clock stopped (SIGKILL); starting it again'])
  expect(second?.pid).not.toBe(first?.pid)
})

test('a part that is stopped stays stopped, without a word', async () => {
  const said: string[] = []
  const part = keepRunning({
    name: 'clock',
    command: LIVES_ON,
    env: process.env,
    log: (line) => said.push(line),
  })

  await part.stop()
  await sleep(700)

  expect(isAlive(part.child()!.pid!)).toBe(false)
  expect(said).toEqual([])
})

test('a part sees only the environment it is given', async () => {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-part-')), 'env.json')
  const script = `require('fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.env)); setInterval(() => {}, 1000)`
  const env = { NODE_ENV: 'production' as const, GIVEN: 'yes' }

  const part = keepRunning({ name: 'reader', command: ['-e', script], env, log: () => {} })
  await expect.poll(() => fs.existsSync(file) && fs.statSync(file).size).toBeGreaterThan(0)
  await part.stop()

  const seen = JSON.parse(fs.readFileSync(file, 'utf8'))
  expect(seen).toMatchObject({ GIVEN: 'yes' })
  expect(Object.keys(seen)).not.toContain('PATH')
})
