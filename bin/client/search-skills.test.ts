// What the command line sends for a search, and what it prints.
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runCommand } from '../commands/run-command.ts'
import { searchSkillsCommand } from './search-skills.ts'

let server: http.Server
let site: string
let sent: unknown
let answer: object

beforeAll(async () => {
  server = http.createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += String(part)
    sent = [request.url, JSON.parse(body)]
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  vi.stubEnv('GUILDHALL_KEY', 'gh_x')
})

afterAll(() => {
  vi.unstubAllEnvs()
  server.closeAllConnections()
  server.close()
})

const search = async (positionals: string[], options: Record<string, string> = {}) =>
  (await searchSkillsCommand.run({ positionals, options: { site, ...options }, flags: {}, lists: {} }))?.text

test('a search by what one has needs no words on the command line', async () => {
  answer = { skills: [], next_cursor: null }
  const screen = { log: vi.fn(), error: vi.fn() }
  const commands = { search: async () => searchSkillsCommand }

  const exitCode = await runCommand({ commands }, ['search', '--site', site, '--have', '{"a": 1}'], screen)

  expect([exitCode, screen.error.mock.calls]).toEqual([0, []])
  expect(sent).toEqual(['/api/skills/search', { have: { a: 1 } }])
})

test('a search prints why each skill was found and a call that a shell takes as it is', async () => {
  const call = { name: 'acme.money.convert', args: { note: "it's" } }
  const facts = { version: '1.0.0', kind: 'action', risk_level: 'read-only' }
  answer = {
    skills: [
      {
        ...facts,
        name: 'acme.money.convert',
        description: 'Converts.',
        why: 'takes your `amount`',
        price: '0.02',
        call,
      },
    ],
    chains: [{ why: '`a.b.c` takes what you have', price: 'free', plan: {} }],
    searched_for: 'money',
    next_cursor: null,
  }

  const text = await search(['mony'], { have: '{"amount": 5}', limit: '3', 'max-price': '0.05' })

  expect(sent).toEqual([
    '/api/skills/search',
    { query: 'mony', have: { amount: 5 }, limit: 3, max_price: '0.05' },
  ])
  expect(text?.split('\n')).toEqual([
    'Searched for: money',
    '',
    'acme.money.convert 1.0.0',
    '  Converts.',
    '  takes your `amount`',
    '  0.02 USDC, read-only',
    `  run acme.money.convert --args '{"note":"it'\\''s"}'`,
    'Two skills together',
    '  `a.b.c` takes what you have',
    '  free',
  ])
})

test('what a caller has can be in a file', async () => {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-search-')), 'have.json')
  fs.writeFileSync(file, '[1, 2]')
  answer = { skills: [], next_cursor: null }

  expect(await search([], { have: file })).toBe('No skills match.')
  expect(sent).toEqual(['/api/skills/search', { have: [1, 2] }])
  fs.rmSync(path.dirname(file), { recursive: true })
})

test.each<[string, string[], Record<string, string>, RegExp]>([
  ['nothing to search for', [], {}, /Name words, --have or --want/],
  ['text that is neither a file nor JSON', [], { have: 'plain text' }, /neither a file nor JSON/],
  ['a limit above the maximum', ['x'], { limit: '51' }, /from 1 to 50/],
])('%s is a wrong use', async (_, positionals, options, message) => {
  await expect(search(positionals, options)).rejects.toThrow(message)
})
