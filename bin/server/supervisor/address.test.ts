import { once } from 'node:events'
import net from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { chooseAddress } from './address.ts'

afterEach(() => vi.unstubAllEnvs())

async function occupy(): Promise<{ port: number; close: () => void }> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as net.AddressInfo).port, close: () => server.close() }
}

test('a requested port that is in use is an error with advice', async () => {
  const { port, close } = await occupy()
  vi.stubEnv('PORT', String(port))

  await expect(chooseAddress(() => {})).rejects.toThrow(`PORT=${port + 1} npm start`)
  close()
})

test('an invalid port number is refused', async () => {
  vi.stubEnv('PORT', 'eighty')

  await expect(chooseAddress(() => {})).rejects.toThrow('PORT=eighty is not a port number.')
})

test('the site listens on loopback only unless HOST is set', async () => {
  vi.stubEnv('PORT', '')
  vi.stubEnv('HOST', '')
  vi.stubEnv('NEXTAUTH_URL', '')
  const { host, port, url, localUrl } = await chooseAddress(() => {})

  expect(host).toBe('127.0.0.1')
  expect(url).toBe(`http://localhost:${port}`)
  expect(localUrl).toBe(`http://127.0.0.1:${port}`)
})

test('a configured address of the site is the base of links', async () => {
  vi.stubEnv('PORT', '')
  vi.stubEnv('HOST', '0.0.0.0')
  vi.stubEnv('NEXTAUTH_URL', 'https://skills.example.org')

  const { url, localUrl, port } = await chooseAddress(() => {})

  expect(url).toBe('https://skills.example.org')
  expect(localUrl).toBe(`http://127.0.0.1:${port}`)
})
