import dgram from 'node:dgram'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resolveName } from './pin-host.ts'

const A = 1
const AAAA = 28
const NO_SUCH_NAME = 3
const RECORDS: Record<string, Partial<Record<number, Buffer>>> = {
  'both.example': {
    [A]: Buffer.from([93, 184, 215, 14]),
    [AAAA]: Buffer.from(`20010db8${'0'.repeat(23)}1`, 'hex'),
  },
  'one.example': { [A]: Buffer.from([10, 0, 0, 1]) },
}

/** A DNS server for these tests, which records the requested names. */
const asked: string[] = []
const server = dgram.createSocket('udp4', (question, from) => {
  const { name, type, end } = readQuestion(question)
  asked.push(name)
  const records = RECORDS[name]
  const data = records?.[type]
  const header = Buffer.from(question.subarray(0, 12))
  header.writeUInt16BE(0x8180 | (records ? 0 : NO_SUCH_NAME), 2)
  header.writeUInt16BE(data ? 1 : 0, 6)
  header.fill(0, 8)
  const answer = data ? [Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length]), data] : []
  server.send(Buffer.concat([header, question.subarray(12, end), ...answer]), from.port, from.address)
})
let servers: string[]

beforeAll(async () => {
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve))
  servers = [`127.0.0.1:${(server.address() as AddressInfo).port}`]
})
afterAll(() => server.close())

/** Parses a question (RFC 1035, section 4.1.2): labels, each after its length, then the type and the class. */
function readQuestion(message: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

test('a name resolves to its IPv4 and IPv6 addresses, or to those of the one kind it has', async () => {
  expect(await resolveName('both.example', servers)).toEqual(['93.184.215.14', '2001:db8::1'])
  expect(await resolveName('one.example', servers)).toEqual(['10.0.0.1'])
})

test('an invalid name has no addresses, and no search domain is tried for it', async () => {
  await expect(resolveName('nowhere', servers)).rejects.toMatchObject({ code: 'ENOTFOUND' })

  expect(asked.filter((name) => name.startsWith('nowhere'))).toEqual(['nowhere', 'nowhere'])
})
