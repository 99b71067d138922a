import { createSocket } from 'node:dgram'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import {
  contextFor,
  makeDraft,
  makeOrganisation,
  makePublisher,
  makeUser,
  visitor,
} from '../../testing/factories.ts'
import { distrustRepository } from '../from-ci/trusted-repositories.ts'
import { proofText } from '../model/publisher-proofs.ts'
import { getProofSettings, proveDomain, proveRepository, recheckProofs, removeProof } from './proofs.ts'

const db = database()

/** A DNS server on loopback that answers each question for a TXT record with the text; "" answers that there is none. */
async function startDns(record: { text: string }): Promise<string> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const question = query.subarray(12, query.indexOf(0, 12) + 5)
    const text = Buffer.from(record.text)
    const answer = Buffer.concat([
      Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 1, 0, text.length + 1, text.length]),
      text,
    ])
    const head = Buffer.from([0x81, 0x80, 0, 1, 0, record.text ? 1 : 0, 0, 0, 0, 0])
    const parts = [query.subarray(0, 2), head, question, ...(record.text ? [answer] : [])]
    socket.send(Buffer.concat(parts), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => void socket.close())
  return `127.0.0.1:${socket.address().port}`
}

async function startSite(answer: {
  status: number
  body: string
}): Promise<{ address: string; trusted: string }> {
  const server = http.createServer((_, response) => response.writeHead(answer.status).end(answer.body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}/.well-known/guildhall-verification.txt`,
    trusted: `127.0.0.1:${port}`,
  }
}

async function makeAcme(website = 'https://acme.example/about') {
  const publisher = await makePublisher()
  await db.publisher.update({ where: { id: publisher.id }, data: { website } })
  return {
    publisher,
    ctx: await contextFor(publisher.owner),
    handle: publisher.handle,
    text: proofText(publisher.id),
  }
}

test('a TXT record with the text of the publisher proves the domain of its website', async () => {
  const { ctx, handle, text } = await makeAcme()
  const record = { text: '' }
  const dnsServers = [await startDns(record)]

  await expect(proveDomain(ctx, handle, 'dns', { dnsServers })).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
    message: expect.stringContaining('There is no TXT record for _guildhall.acme.example'),
  })
  record.text = 'guildhall-verification=another'
  await expect(proveDomain(ctx, handle, 'dns', { dnsServers })).rejects.toMatchObject({
    message: expect.stringContaining('another value'),
  })
  record.text = text
  await proveDomain(ctx, handle, 'dns', { dnsServers })

  expect((await getProofSettings(ctx, handle)).proofs).toMatchObject([
    { method: 'dns', subject: 'acme.example', says: 'controls acme.example (DNS record)', isFailing: false },
  ])
})

test('a file on the website proves its domain, and a page of another status or text does not', async () => {
  const { ctx, handle, text } = await makeAcme()
  const answer = { status: 404, body: text }
  const file = await startSite(answer)

  await expect(proveDomain(ctx, handle, 'site', { file })).rejects.toMatchObject({
    message: expect.stringContaining('HTTP 404'),
  })
  Object.assign(answer, { status: 200, body: '<html>Welcome</html>' })
  await expect(proveDomain(ctx, handle, 'site', { file })).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
  })
  answer.body = `# Acme\n${text}\n`
  await proveDomain(ctx, handle, 'site', { file })

  expect((await getProofSettings(ctx, handle)).proofs).toMatchObject([
    { says: 'controls acme.example (file on the website)' },
  ])
})

test('the file is not fetched from a private address, and a website without a domain name proves nothing', async () => {
  const { ctx, handle } = await makeAcme()
  const { address } = await startSite({ status: 200, body: '' })

  await expect(proveDomain(ctx, handle, 'site', { file: { address, trusted: '' } })).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
    message: expect.stringContaining('cannot be reached'),
  })
  const local = await makeAcme('https://127.0.0.1/')
  await expect(proveDomain(local.ctx, local.handle, 'site')).rejects.toMatchObject({
    message: expect.stringContaining('no website with a domain name'),
  })
})

test('a repository is proven once GitHub has vouched for a build of it', async () => {
  const { ctx, handle, publisher } = await makeAcme()
  const { id: skillSetId } = await makeDraft({ publisher })
  const trust = { skillSetId, repository: 'acme/tools', createdById: publisher.owner.id, createdByName: 'A' }
  const { id } = await db.trustedRepository.create({ data: trust })

  await expect(proveRepository(ctx, handle, 'acme/tools')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await db.trustedRepository.update({ where: { id }, data: { repositoryId: '42', lastUsedAt: new Date() } })
  expect((await getProofSettings(ctx, handle)).repositories).toEqual(['acme/tools'])
  await proveRepository(ctx, handle, 'acme/tools')

  expect((await getProofSettings(ctx, handle)).proofs).toMatchObject([
    { says: 'publishes from github.com/acme/tools (GitHub OIDC)' },
  ])
})

test('a record that is missing for two weeks ends the proof, and its publisher is told', async () => {
  const { ctx, handle, publisher, text } = await makeAcme()
  const record = { text }
  const dnsServers = [await startDns(record)]
  await proveDomain(ctx, handle, 'dns', { dnsServers })
  const day = (days: number) => new Date(Date.now() + days * 86_400_000)
  const age = () => db.publisherProof.updateMany({ data: { checkedAt: day(-8) } })

  record.text = ''
  await age()
  await recheckProofs({ db }, { dnsServers })
  expect((await getProofSettings(ctx, handle)).proofs).toMatchObject([{ isFailing: true }])
  record.text = text
  await age()
  await recheckProofs({ db }, { dnsServers })
  expect((await getProofSettings(ctx, handle)).proofs).toMatchObject([{ isFailing: false }])
  record.text = ''
  await age()
  await recheckProofs({ db }, { dnsServers })
  await age()
  await recheckProofs({ db }, { dnsServers, now: day(15) })

  expect((await getProofSettings(ctx, handle)).proofs).toEqual([])
  expect(await db.notice.findMany({ where: { userId: publisher.owner.id } })).toMatchObject([
    { kind: 'publisher.unverified', title: expect.stringContaining('acme.example') },
  ])
})

test('the proof of a repository ends with the last trust in it', async () => {
  const { ctx, handle, publisher } = await makeAcme()
  const { id: skillSetId } = await makeDraft({ publisher })
  const trust = { repository: 'acme/tools', repositoryId: '42', createdById: publisher.owner.id }
  const trusts = await db.trustedRepository.createManyAndReturn({
    data: ['publish.yml', 'nightly.yml'].map((workflow) => ({
      ...{ ...trust, skillSetId, workflow, createdByName: 'A' },
    })),
  })
  await proveRepository(ctx, handle, 'acme/tools')
  const remaining = []
  for (const { id } of trusts) {
    await distrustRepository(ctx, skillSetId, id)
    remaining.push((await getProofSettings(ctx, handle)).proofs.length)
  }

  expect(remaining).toEqual([1, 0])
})

test('proofs of names that do not answer are checked at the same time, and fail at one deadline', async () => {
  const silent = createSocket('udp4')
  await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  const publishers = await Promise.all([makeAcme(), makeAcme(), makeAcme()])
  const checkedAt = new Date(Date.now() - 8 * 86_400_000)
  await db.publisherProof.createMany({
    data: publishers.map(({ publisher }) => ({
      ...{ publisherId: publisher.id, method: 'dns', subject: 'acme.example', checkedAt },
    })),
  })

  const dnsServers = [`127.0.0.1:${silent.address().port}`]
  const startedAt = performance.now()
  await recheckProofs({ db }, { dnsServers, deadlineMs: 500 })

  // One name alone takes longer until it is given up.
  expect(performance.now() - startedAt).toBeLessThan(3_000)
  for (const { ctx, handle } of publishers)
    expect((await getProofSettings(ctx, handle)).proofs).toMatchObject([{ isFailing: true }])
})

test('visitors, strangers and plain members prove and remove nothing', async () => {
  const [owner, member, stranger] = [await makeUser(), await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner, members: [member] })
  const { handle } = await makePublisher({ owner, organisation })

  for (const [ctx, code] of [
    [visitor(), 'UNAUTHENTICATED'],
    [await contextFor(stranger), 'NOT_FOUND'],
    [await contextFor(member), 'POLICY_DENIED'],
  ] as const) {
    await expect(getProofSettings(ctx, handle)).rejects.toMatchObject({ code })
    await expect(proveDomain(ctx, handle, 'dns')).rejects.toMatchObject({ code })
    await expect(proveRepository(ctx, handle, 'acme/tools')).rejects.toMatchObject({ code })
    await expect(removeProof(ctx, handle, 'dns')).rejects.toMatchObject({ code })
  }
})
