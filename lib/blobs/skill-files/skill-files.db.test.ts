// Tests folders with large files from upload to download, on real Postgres and every channel.
import { expect, test } from 'vitest'
import { readZip } from '../../kernel/zip/read-zip.ts'
import { readResource } from '../../protocols/mcp/resources.ts'
import { exportSkillFolder } from '../../protocols/skills-protocol/open-skill.ts'
import { callProtocolTool } from '../../protocols/skills-protocol/protocol-tool.ts'
import { readSkillFile } from '../../protocols/skills-protocol/read-skill-file.ts'
import { exportDraftFolder } from '../../publishing/drafts/export-draft.ts'
import { importFolder } from '../../publishing/drafts/import-folder.ts'
import { getSubmission, getSubmittedFolder } from '../../publishing/review/read/get-submission.ts'
import { contextFor, makeAdmin, makeUser } from '../../testing/factories.ts'
import { longestBlockingMs, MAX_BLOCKING_MS } from '../../testing/measure-blocking-work.ts'
import {
  type FilesByPath,
  hashOf,
  KILOBYTE,
  noise,
  setUpSkillFiles,
  zipOf,
} from '../../testing/setup/storage/skill-files.ts'
import { zipSkillFolder } from './read-skill-files.ts'

const fixture = setUpSkillFiles()
const { importFiles, owner, resourcesOf, publish, submit } = fixture

test('a folder of 300 files and 2 MB comes back byte for byte, with its executable bits', async () => {
  const files: FilesByPath = Object.fromEntries(
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
  const again = await importFolder(await owner(), {
    content: bytes,
    into: slug,
    handle: fixture.publisher.handle,
  })
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
