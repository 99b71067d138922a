import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { isProcessAlive } from '../runtime/processes.ts'
import { superviseProcess } from './supervised-process.ts'

const LIVES_ON = ['-e', 'setInterval(() => {}, 1000)']

test('a supervised process that dies is restarted, with a log line', async () => {
  const logged: string[] = []
  const part = superviseProcess({
    name: 'clock',
    command: LIVES_ON,
    env: process.env,
    log: (line) => logged.push(line),
  })
  const first = part.child()

  first?.kill('SIGKILL')
  await expect.poll(() => part.child()).not.toBe(first)
  const second = part.child()
  await part.stop()

  expect(logged).toEqual(['clock stopped (SIGKILL); restarting'])
  expect(second?.pid).not.toBe(first?.pid)
})

test('a stopped supervised process stays stopped, without a log line', async () => {
  const logged: string[] = []
  const part = superviseProcess({
    name: 'clock',
    command: LIVES_ON,
    env: process.env,
    log: (line) => logged.push(line),
  })

  await part.stop()
  await sleep(700)

  expect(isProcessAlive(part.child()!.pid!)).toBe(false)
  expect(logged).toEqual([])
})

test('a supervised process has only the environment that it is given', async () => {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-part-')), 'env.json')
  const script = `require('fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.env)); setInterval(() => {}, 1000)`
  const env = { NODE_ENV: 'production' as const, GIVEN: 'yes' }

  const part = superviseProcess({ name: 'reader', command: ['-e', script], env, log: () => {} })
  await expect.poll(() => fs.existsSync(file) && fs.statSync(file).size).toBeGreaterThan(0)
  await part.stop()

  const seen = JSON.parse(fs.readFileSync(file, 'utf8'))
  expect(seen).toMatchObject({ GIVEN: 'yes' })
  expect(Object.keys(seen)).not.toContain('PATH')
})

test('a process loads before its whole environment is known, also after a restart', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-part-'))
  const script = path.join(folder, 'part.mjs')
  const module = path.join(import.meta.dirname, '../runtime/late-environment.ts')
  fs.writeFileSync(
    script,
    `import fs from 'node:fs'
    import { lateEnvironment } from ${JSON.stringify(pathToFileURL(module).href)}
    fs.writeFileSync(process.env.FOLDER + '/loaded-' + process.pid, '')
    await lateEnvironment()
    fs.writeFileSync(process.env.FOLDER + '/knows-' + process.pid, process.env.ADDRESS)
    setInterval(() => {}, 1000)`,
  )
  const { promise, resolve } = Promise.withResolvers<Record<string, string>>()
  const part = superviseProcess({
    name: 'part',
    command: [script],
    env: { ...process.env, FOLDER: folder },
    lateEnv: promise,
    log: () => {},
  })
  const file = (name: string) => path.join(folder, `${name}-${part.child()?.pid}`)
  const content = () => (fs.existsSync(file('knows')) ? fs.readFileSync(file('knows'), 'utf8') : null)

  await expect.poll(() => fs.existsSync(file('loaded'))).toBe(true)
  const before = content()
  resolve({ ADDRESS: 'postgres://' })
  await expect.poll(content).toBe('postgres://')
  part.restart('test')
  await expect.poll(() => fs.readdirSync(folder).filter((name) => name.startsWith('loaded')).length).toBe(2)
  await expect.poll(content).toBe('postgres://')
  await part.stop()

  expect(before).toBeNull()
})
