// Tests folders with large files from upload to download, on real Postgres and every channel.
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sweepBlobs } from '../blobs/blobs.ts'
import { database } from '../db/core/prisma-client.ts'
import type { AppError } from '../errors.ts'
import type { Json } from '../json/json.ts'
import { readResource } from '../mcp/resources.ts'
import { approve } from '../review/decide/decide-submission.ts'
import { getSubmission, getSubmittedFolder } from '../review/read/get-submission.ts'
import { submitDraft } from '../review/submit/submit-draft.ts'
import { writeZip } from '../skill-archives/write-zip.ts'
import { exportSkillFolder } from '../skills-protocol/open-skill.ts'
import { callProtocolTool } from '../skills-protocol/protocol-tool.ts'
import { readSkillFile } from '../skills-protocol/read-skill-file.ts'
import type { SkillResource, SkillSetDocument } from '../skillset/document/skillset-document.ts'
import { createSkillSet, deleteDraft, deleteSkillSet, startNewVersion } from '../studio/draft-lifecycle.ts'
import { exportDocument, exportDraftFolder } from '../studio/export-draft.ts'
import { getDraft } from '../studio/get-draft.ts'
import { importDocument, importDocumentInto } from '../studio/import-document.ts'
import { importFolder } from '../studio/import-folder.ts'
import { saveDraft } from '../studio/save-draft.ts'
import {
  contextFor,
  freshName,
  makeAdmin,
  makePublisher,
  makeSkillSetDocument,
  makeUser,
  type TestPublisher,
} from '../testing/factories.ts'
import { longestBlockingMs, MAX_BLOCKING_MS } from '../testing/measure-blocking-work.ts'
import { readZip } from '../zip/read-zip.ts'
import { zipSkillFolder } from './read-skill-files.ts'
import { sweepSkillFiles } from './store-skill-files.ts'

const db = database()
const KILOBYTE = 1024
const MONTH_MS = 31 * 86_400_000

let publisher: TestPublisher
beforeEach(async () => {
  vi.unstubAllEnvs()
  publisher = await makePublisher()
})
const owner = () => contextFor(publisher.owner)

type Given = Record<string, Uint8Array | string>

/** Returns bytes that depend on the seed and hardly compress. */
function noise(sizeBytes: number, seed: string): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at * 64 < sizeBytes; at += 1)
    parts.push(createHash('sha512').update(`${seed} ${at}`).digest())
  return Buffer.concat(parts).subarray(0, sizeBytes)
}

function zipOf(files: Given, name = freshName('kit').replaceAll('_', '-')): Uint8Array {
  const readme = `---\nname: ${name}\ndescription: Brings files along that an agent reads when it needs them for its work.\n---\n\nRead them.\n`
  return writeZip(
    name,
    Object.entries({ 'SKILL.md': readme, ...files }).map(([path, content]) => ({
      path,
      bytes: typeof content === 'string' ? Buffer.from(content) : content,
      kind: '',
      ...(path.endsWith('.sh') && { isExecutable: true }),
    })),
  )
}

async function importFiles(files: Given, into?: string) {
  const made = await importFolder(await owner(), { content: zipOf(files), into, handle: publisher.handle })
  return { ...made, slug: made.name.split('.').at(-1)! }
}

async function draftOf(skillSetId: string) {
  const { draft } = await getDraft(await owner(), skillSetId)
  return { document: draft!.document as unknown as SkillSetDocument, revision: draft!.revision }
}

async function resourcesOf(skillSetId: string): Promise<SkillResource[]> {
  return (await draftOf(skillSetId)).document.skills[0]!.resources ?? []
}

async function save(skillSetId: string, document: SkillSetDocument) {
  const { revision } = await draftOf(skillSetId)
  return saveDraft(await owner(), { skillSetId, document: document as unknown as Json, revision })
}

function withResources(document: SkillSetDocument, resources: SkillResource[]): SkillSetDocument {
  return { ...document, skills: document.skills.map((skill) => ({ ...skill, resources })) }
}

/** Adds what the checklist demands to the draft and submits it. */
async function submit(skillSetId: string) {
  const { document } = await draftOf(skillSetId)
  const changes = {
    changelog: 'Its files.',
    categories: ['text'],
    description: 'Files for a test, with words.',
  }
  await save(skillSetId, { ...document, ...changes })
  const submitted = await submitDraft(await owner(), { skillSetId })
  if (submitted.state !== 'IN_REVIEW') throw new Error('It was published privately.')
  return submitted
}

async function publish(skillSetId: string) {
  const submitted = await submit(skillSetId)
  await approve(await contextFor(await makeAdmin()), { submissionId: submitted.submissionId, reason: '' })
  return submitted
}

const contentsOf = (hashes: string[]) => db.blobContent.count({ where: { sha256: { in: hashes } } })
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const refusal = async (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    ({ code, options }: AppError) => ({
      code,
      issues: options.issues?.map(({ path, keyword }) => `${path} ${keyword}`),
    }),
  )

test('a folder of 300 files and 2 MB comes back byte for byte, with its executable bits', async () => {
  const files: Given = Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => [
      at % 10 === 0 ? `scripts/run_${at}.sh` : `data/part_${at}.bin`,
      noise(8 * KILOBYTE, `part ${at}`),
    ]),
  )
  const { skillSetId, slug } = await importFiles(files)

  const folder = await exportDraftFolder(await owner(), { skillSetId, skill: slug })
  const { bytes } = await zipSkillFolder(folder, 'a user')

  const back = new Map(readZip(bytes).files!.map((file) => [file.path.split('/').slice(1).join('/'), file]))
  const different = Object.entries(files).filter(
    ([path, content]) => !Buffer.from(back.get(path)?.bytes ?? []).equals(content as Buffer),
  )
  expect(different).toEqual([])
  expect([...back.values()].filter(({ isExecutable }) => isExecutable)).toHaveLength(30)
  const again = await importFolder(await owner(), { content: bytes, into: slug, handle: publisher.handle })
  expect(again).toMatchObject({ skillSetId, isReplaced: true })
})

test('importing and packing a large folder leave the process free for others', async () => {
  const content = zipOf(
    Object.fromEntries([1, 2, 3, 4, 5].map((at) => [`${at}.bin`, noise(2_000 * KILOBYTE, `${at}`)])),
  )
  const ctx = await owner()
  const work = async () => {
    const { skillSetId, name } = await importFolder(ctx, { content })
    const skill = name.split('.').at(-1)!
    await zipSkillFolder(await exportDraftFolder(ctx, { skillSetId, skill }), 'a user')
  }

  expect(await longestBlockingMs(work)).toBeLessThan(MAX_BLOCKING_MS)
})

test('a document has small files in it and names large ones by hash', async () => {
  const [small, large] = ['Few words.', noise(65 * KILOBYTE, 'large')]
  const { skillSetId } = await importFiles({ 'notes.md': small, 'font.ttf': large })

  expect(await resourcesOf(skillSetId)).toEqual([
    { path: 'notes.md', text: small, kind: 'text/markdown' },
    { path: 'font.ttf', sha256: hashOf(large), sizeBytes: large.length, kind: 'application/octet-stream' },
  ])
})

test('a published skill gives its large files to agents and to downloads', async () => {
  const [image, text] = [noise(300 * KILOBYTE, 'image'), 'Größe\n'.repeat(20_000)]
  const { skillSetId, name } = await importFiles({ 'a.png': image, 'long.txt': text })
  const { submissionId } = await publish(skillSetId)
  const visitor = await contextFor(await makeUser())

  const read = (path: string) => callProtocolTool(visitor, readSkillFile, { name, path })
  const { files } = await exportSkillFolder(visitor, { name })

  expect(await read('a.png')).toMatchObject({ encoding: 'base64', content: image.toString('base64') })
  expect(await read('long.txt')).toMatchObject({ encoding: 'utf-8', content: text })
  expect(files.find(({ path }) => path === 'a.png')?.bytes).toEqual(image)
  const submission = await getSubmission(await owner(), submissionId)
  expect(submission.withLargeFiles).toHaveLength(1)
})

test('a large file is read in parts: visitors get 1 MiB at a time', async () => {
  const [image, text] = [noise(1_500 * KILOBYTE, 'image'), `x${'ö'.repeat(600 * KILOBYTE)}`]
  const { skillSetId, name } = await importFiles({ 'a.png': image, 'long.txt': text })
  await publish(skillSetId)
  const reader = await contextFor(await makeUser())
  const visitor: typeof reader = { ...reader, viewer: null }
  type Part = { content: string; encoding: BufferEncoding; next_offset?: number }
  const read = async (ctx: typeof visitor, path: string, range: { offset?: number; limit?: number }) =>
    (await callProtocolTool(ctx, readSkillFile, { name, path, ...range })) as Part
  const readAll = async (path: string) => {
    const parts: Buffer[] = []
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const part: Part = await read(visitor, path, { offset, limit: 10 * KILOBYTE * KILOBYTE })
      parts.push(Buffer.from(part.content, part.encoding))
      offset = part.next_offset
    }
    return parts
  }

  for (const [path, bytes] of [['a.png', image] as const, ['long.txt', Buffer.from(text)] as const]) {
    const parts = await readAll(path)
    expect(Buffer.concat(parts).equals(bytes)).toBe(true)
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(KILOBYTE * KILOBYTE)
  }
  expect(await read(visitor, 'long.txt', { offset: 2, limit: 4 })).toMatchObject({
    content: 'öö',
    next_offset: 5,
  })
  expect((await read(reader, 'a.png', {})).next_offset).toBe(KILOBYTE * KILOBYTE)
  const uri = `skill://${name}/a.png`
  await expect(readResource(visitor, uri)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  expect((await readResource(reader, uri)).contents).toMatchObject([{ blob: image.toString('base64') }])
})

test('reviewers can download what they cannot see in the document; others cannot', async () => {
  const image = noise(100 * KILOBYTE, 'image')
  const { skillSetId, slug: skill } = await importFiles({ 'a.png': image })
  const { submissionId: id } = await submit(skillSetId)

  const { files } = await getSubmittedFolder(await contextFor(await makeAdmin()), { id, skill })

  expect(files.find(({ path }) => path === 'a.png')?.bytes).toEqual(image)
  const stranger = await contextFor(await makeUser())
  await expect(getSubmittedFolder(stranger, { id, skill })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(exportDraftFolder(stranger, { skillSetId, skill })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

describe('a file that the SkillSet does not store', () => {
  const secret = noise(80 * KILOBYTE, 'secret')
  const UNKNOWN = { code: 'INVALID_INPUT', issues: ['/skills/0/resources/0/sha256 skillFile'] }
  const naming = (sha256: string) => [{ path: 'x', kind: 'x', sha256, sizeBytes: secret.length }]

  test.each(['of another SkillSet', 'unknown'])('%s is refused at each channel', async (of) => {
    if (of === 'of another SkillSet') {
      const other = await makePublisher()
      const content = zipOf({ 'secret.bin': secret })
      await importFolder(await contextFor(other.owner), { content })
    }
    const { skillSetId } = await importFiles({ 'own.bin': noise(70 * KILOBYTE, 'own') })
    const { document } = await draftOf(skillSetId)
    const foreign = withResources(document, naming(of === 'unknown' ? 'f'.repeat(64) : hashOf(secret)))
    const ctx = await owner()

    expect(await refusal(save(skillSetId, foreign))).toEqual(UNKNOWN)
    const text = JSON.stringify(foreign)
    expect(await refusal(importDocumentInto(ctx, { skillSetId, text }))).toEqual(UNKNOWN)
    const fresh = { ...(await importDocument(ctx, text)).document, slug: freshName('set') }
    expect(await refusal(createSkillSet(ctx, { handle: publisher.handle, document: fresh }))).toEqual(UNKNOWN)
    expect((await draftOf(skillSetId)).document).toEqual(document)

    // Writing the draft directly bypasses its checks, so that submitting has to find the problem.
    const complete = {
      ...foreign,
      changelog: 'x',
      categories: ['text'],
      description: 'Files for a test, here.',
    }
    await db.draft.update({
      where: { skillSetId },
      data: { document: complete as unknown as Json & object },
    })
    expect(await refusal(submitDraft(ctx, { skillSetId }))).toEqual(UNKNOWN)
  })

  test('is not the same as one that has another size', async () => {
    const own = noise(70 * KILOBYTE, 'own')
    const { skillSetId } = await importFiles({ 'own.bin': own })
    const { document } = await draftOf(skillSetId)
    const wrong = { path: 'x', kind: 'x', sha256: hashOf(own), sizeBytes: 1 }

    expect(await refusal(save(skillSetId, withResources(document, [wrong])))).toEqual({
      code: 'INVALID_INPUT',
      issues: ['/skills/0/resources/0/sizeBytes skillFile'],
    })
  })
})

describe('the sweep', () => {
  const later = () => new Date(Date.now() + MONTH_MS)
  async function sweep(now = later()) {
    await sweepSkillFiles({ db }, now)
    await sweepBlobs({ db })
  }

  test('deletes what no draft names any more, after a month in which it can come back', async () => {
    const [gone, present] = [noise(70 * KILOBYTE, freshName()), noise(70 * KILOBYTE, freshName())]
    const { skillSetId } = await importFiles({ 'gone.bin': gone, 'present.bin': present })
    const before = (await draftOf(skillSetId)).document
    const [, second] = before.skills[0]!.resources!
    const less = withResources(before, [second!])

    await save(skillSetId, less)
    await sweep(new Date())
    await expect(save(skillSetId, before)).resolves.toBeDefined()
    await save(skillSetId, less)
    await sweep()

    expect(await contentsOf([hashOf(gone)])).toBe(0)
    expect(await contentsOf([hashOf(present)])).toBe(1)
    expect(await refusal(save(skillSetId, before))).toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('keeps what a version names, after its draft named something else or was deleted', async () => {
    const image = noise(70 * KILOBYTE, freshName())
    const { skillSetId, name } = await importFiles({ 'a.png': image })
    await publish(skillSetId)
    const { document } = await draftOf(skillSetId)
    const { revision } = await save(skillSetId, withResources(document, []))
    await sweep()
    await deleteDraft(await owner(), { skillSetId, revision })
    await sweep()
    await startNewVersion(await owner(), skillSetId)
    await sweep()

    const { files } = await exportSkillFolder(await owner(), { name })
    expect(files.find(({ path }) => path === 'a.png')?.bytes).toEqual(image)
  })

  test('keeps bytes that another SkillSet stores too, and frees those of a deleted SkillSet', async () => {
    const [shared, own] = [noise(70 * KILOBYTE, freshName()), noise(70 * KILOBYTE, freshName())]
    const first = await importFiles({ 'shared.bin': shared, 'own.bin': own })
    const second = await importFiles({ 'shared.bin': shared })

    await deleteSkillSet(await owner(), first.skillSetId)
    await sweep(new Date())

    expect(await contentsOf([hashOf(own)])).toBe(0)
    const folder = await exportDraftFolder(await owner(), {
      skillSetId: second.skillSetId,
      skill: second.slug,
    })
    expect(folder.files.find(({ path }) => path === 'shared.bin')?.bytes).toEqual(shared)
  })
})

test('a full quota refuses the import, and neither the draft nor stored files change', async () => {
  const { skillSetId, slug } = await importFiles({ 'a.bin': noise(200 * KILOBYTE, 'a') })
  const before = await draftOf(skillSetId)
  const unsealed = () => db.blobContent.count({ where: { sha256: null } })
  const unsealedBefore = await unsealed()
  const more = noise(200 * KILOBYTE, freshName())
  vi.stubEnv('GUILDHALL_SKILL_FILE_QUOTA_MB', '0.3')

  const into = importFiles({ 'b.bin': more }, slug)
  await expect(into).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
    options: { href: '/settings/storage' },
  })
  await expect(importFiles({ 'b.bin': more })).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })

  expect(await draftOf(skillSetId)).toEqual(before)
  expect(await contentsOf([hashOf(more)])).toBe(0)
  expect(await unsealed()).toBe(unsealedBefore)
  expect(await db.skillSet.count({ where: { publisherId: publisher.id } })).toBe(1)
})

test('drafts and versions count towards the quota, and a draft that shrinks is saved above it', async () => {
  const { skillSetId } = await importFiles({})
  const draft = await draftOf(skillSetId)
  const withText = (characters: number): SkillSetDocument => ({
    ...draft.document,
    // The text is random so that the database cannot compress it.
    readme: noise(characters, 'text').toString('base64'),
  })
  await save(skillSetId, withText(300 * KILOBYTE))
  vi.stubEnv('GUILDHALL_SKILL_FILE_QUOTA_MB', '0.3')
  const full = { code: 'PRECONDITION_FAILED', options: { href: '/settings/storage' } }

  await expect(save(skillSetId, withText(400 * KILOBYTE))).rejects.toMatchObject(full)
  await expect(importFiles({})).rejects.toMatchObject(full)
  await expect(submit(skillSetId)).rejects.toMatchObject(full)
  await save(skillSetId, withText(250 * KILOBYTE))
  await save(skillSetId, withText(KILOBYTE))
  await expect(importFiles({})).resolves.toBeDefined()
})

test('two imports of the same files at once store them once each', async () => {
  const files: Given = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`${at}.bin`, noise(70 * KILOBYTE, `same ${at}`)]),
  )

  const made = await Promise.all(Array.from({ length: 4 }, () => importFiles(files)))

  const hashes = Object.values(files).map((content) => hashOf(content as Buffer))
  expect(await contentsOf(hashes)).toBe(12)
  for (const { skillSetId } of made)
    expect(await db.skillFile.count({ where: { skillSetId, sha256: { in: hashes } } })).toBe(12)
})

describe('a draft as JSON', () => {
  test('has its large files in it, and can be imported into another SkillSet', async () => {
    const image = noise(200 * KILOBYTE, 'image')
    const { skillSetId } = await importFiles({ 'a.png': image })

    const { text } = await exportDocument(await owner(), skillSetId)

    const document = { ...(await importDocument(await owner(), text)).document, slug: freshName('set') }
    expect(document.skills[0]?.resources).toMatchObject([{ base64: image.toString('base64') }])
    const handle = publisher.handle
    await expect(createSkillSet(await owner(), { handle, document })).resolves.toBeDefined()
  })

  test('is refused when they are too large for one, and names the zip archives', async () => {
    const { skillSetId } = await importFiles({ 'a.bin': noise(3_000 * KILOBYTE, 'a') })

    await expect(exportDocument(await owner(), skillSetId)).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
      options: { suggestedAction: expect.stringContaining(`/api/drafts/${skillSetId}?skill=`) },
    })
  })
})

test('a draft of any shape can be saved, as long as it names no file', async () => {
  const { skillSetId } = await importFiles({ 'notes.md': 'x' })
  const { slug } = makeSkillSetDocument()

  for (const document of [{ slug, skills: 'none' }, { skills: [{ resources: [null, { sha256: 5 }] }] }])
    await expect(save(skillSetId, document as unknown as SkillSetDocument)).resolves.toBeDefined()
})
