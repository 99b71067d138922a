import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { styleText } from 'node:util'
import { expect, test } from 'vitest'
import { runCli } from '../guildhall.ts'
import { escapeForTerminal } from './cli-command.ts'

// biome-ignore format: table
test.each([
  ['two\nlines,\ta tab and “words” 🙂', 'two\nlines,\ta tab and “words” 🙂'],
  [styleText('red', 'red'),           styleText('red', 'red')],
  ['\u001b]0;a title\u0007',          '\\u001b]0;a title\\u0007'],
  ['\u001b[2J\u001b[1;1H',            '\\u001b[2J\\u001b[1;1H'],
  ['over\rwritten\b',                 'over\\u000dwritten\\u0008'],
  ['\u009b2J',                        '\\u009b2J'],
  ['\u0007[0mred',                    '\\u0007[0mred'],
  ['a\u202egpj.exe',                  'a\\u202egpj.exe'],
])('the text %j is printed in a terminal as %j', (text, printed) => {
  expect(escapeForTerminal(text)).toBe(printed)
})

test('a malicious response cannot affect the terminal, and is unchanged as JSON', async () => {
  const message = '\u001b]0;owned\u0007\u009b2JNo.'
  const server = http.createServer((_, answer) => {
    answer.writeHead(404).end(JSON.stringify({ error: { code: 'NOT_FOUND', message } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const printed: string[] = []
  const terminal = { log: (text: string) => printed.push(text), error: (text: string) => printed.push(text) }

  await runCli(['vault', 'ls', '--site', site], terminal)
  await runCli(['vault', 'ls', '--site', site, '--json'], terminal)

  expect(printed[0]).toContain('\\u001b]0;owned\\u0007\\u009b2JNo.')
  expect(printed.join('')).not.toMatch(/(?!\n)\p{Cc}/u)
  expect(JSON.parse(printed[1]!).error.message).toBe(message)
  server.close()
})
