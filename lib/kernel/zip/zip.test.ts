import { deflateSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readFolder } from '../../contracts/skill-folders/read-folder.ts'
import { listSkillFiles } from '../../contracts/skill-folders/skill-files.ts'
import { writeZip } from '../../contracts/skill-folders/write-zip.ts'
import { makeSkillDocument, makeSkillSetDocument } from '../../testing/factories.ts'
import { SKILL_ARCHIVE_LIMITS } from './archive-limits.ts'
import { inflateWithin, readZip } from './read-zip.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const reason = (zip: Uint8Array, limits = SKILL_ARCHIVE_LIMITS) =>
  (readZip(zip, limits).issues ?? []).map(({ message }) => message).join()

/** Replaces each occurrence of `from` with `to`, of the same length. */
function altered(zip: Uint8Array, from: number[], to: number[]): Uint8Array {
  const copy = Uint8Array.from(zip)
  for (let at = 0; at + from.length <= copy.length; at += 1) {
    if (from.every((byte, index) => copy[at + index] === byte)) copy.set(to, at)
  }
  return copy
}

test('an exported skill round-trips through its archive, and the same files make the same archive', () => {
  const skill = makeSkillDocument()
  const files = listSkillFiles({
    name: 'a.b.greet',
    document: makeSkillSetDocument({ skills: [skill] }),
    skill,
  }).filter((file) => 'bytes' in file)

  const read = readZip(writeZip('greet', files))

  expect(read.files?.map(({ path }) => path)).toEqual(files.map(({ path }) => `greet/${path}`))
  expect(readFolder(read.files ?? [])).toMatchObject({ skill: { slug: 'greet' } })
  expect(writeZip('greet', files)).toEqual(writeZip('greet', files))
})

test('a zip bomb is unpacked only as far as needed to detect it', () => {
  const bomb = deflateSync(new Uint8Array(16 * 1024 * 1024))

  const { bytes: none, seenBytes } = inflateWithin(bomb, 1000)

  expect(none).toBeUndefined()
  expect(seenBytes).toBeLessThan(4 * 1024 * 1024)
})

describe('refused, by name', () => {
  test.each(['../x', '/etc/passwd', 'a/../../x', 'C:/x', '..\\x', 'C:\\x', '\\x', 'a\nb'])(
    '%j, which leads outside',
    (path) => {
      expect(reason(zipSync({ [path]: bytes('x') }))).toContain('must not')
    },
  )

  test('a link', () => {
    const zip = zipSync({ 'SKILL.md': [bytes('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }] })

    expect(reason(zip)).toBe('SKILL.md is a link; only files are accepted.')
  })

  test('a device', () => {
    expect(reason(zipSync({ x: [bytes(''), { os: 3, attrs: 0o020666 << 16 }] }))).toContain('is a link')
  })

  test('a file that becomes more than the archive may', () => {
    expect(reason(zipSync({ bomb: new Uint8Array(20 * 1024 * 1024) }))).toBe(
      'The archive unpacks to more than 16 MB.',
    )
  })

  test('a file that is larger than the archive states, before it is unpacked', () => {
    const size = 12 * 1024 * 1024
    const uint32Bytes = (length: number) => [
      length & 255,
      (length >> 8) & 255,
      (length >> 16) & 255,
      length >> 24,
    ]
    const zip = altered(zipSync({ bomb: new Uint8Array(size) }), uint32Bytes(size), uint32Bytes(10))

    expect(reason(zip)).toContain('bomb is damaged')
  })

  test('a file whose bytes changed after packing', () => {
    const zip = altered(zipSync({ a: bytes('pay 10') }, { level: 0 }), [...bytes('10')], [...bytes('99')])

    expect(reason(zip)).toContain('a is damaged')
  })

  test('a compressed file with a wrong checksum', () => {
    const zip = zipSync({ a: bytes('x'.repeat(100)) })
    const view = new DataView(zip.buffer)
    const list = view.getUint32(zip.length - 6, true)
    view.setUint32(list + 16, 0, true)

    expect(reason(zip)).toContain('a is damaged')
  })

  test('absurdly many files', () => {
    const many = Object.fromEntries(Array.from({ length: 513 }, (_, n) => [`${n}`, bytes('')]))

    expect(reason(zipSync(many))).toBe('The archive contains 513 files; the limit is 512.')
  })

  test('an archive that is too large itself', () => {
    expect(reason(new Uint8Array(11), { ...SKILL_ARCHIVE_LIMITS, archiveBytes: 10 })).toContain(
      'is larger than',
    )
  })

  test('files that share their bytes', () => {
    const zip = zipSync({ a: bytes('same'), b: bytes('same') }, { level: 0 })
    // This sets the offset of the second file to that of the first: 0.
    const view = new DataView(zip.buffer)
    const list = view.getUint32(zip.length - 6, true)
    view.setUint32(list + 46 + 1 + 42, 0, true)

    expect(reason(zip)).toBe('The archive contains files with overlapping bytes.')
  })

  test('the same name twice', () => {
    const zip = altered(zipSync({ abc: bytes('1'), abd: bytes('2') }), [...bytes('abd')], [...bytes('abc')])

    expect(reason(zip)).toBe('abc is in the archive twice.')
  })

  test('an encrypted file', () => {
    const zip = zipSync({ a: bytes('x') })
    const view = new DataView(zip.buffer)
    const list = view.getUint32(zip.length - 6, true)
    view.setUint16(list + 8, 1, true)

    expect(reason(zip)).toBe('a is encrypted.')
  })

  test.each([
    ['nothing', new Uint8Array(0)],
    ['no archive', bytes('this is not an archive, however long it may become')],
    ['half an archive', zipSync({ a: bytes('x'.repeat(100)) }).slice(0, 60)],
    ['an end without a beginning', zipSync({ a: bytes('x') }).slice(-22)],
  ])('%s', (_, zip) => {
    expect(reason(zip)).toContain('is not a zip archive')
  })

  test('bytes of no sense never throw', () => {
    const whole = zipSync({ 'SKILL.md': bytes('---\nname: a\n---\n'.repeat(20)) })
    for (let at = 0; at < whole.length; at += 1) {
      const broken = Uint8Array.from(whole)
      broken[at] = (broken[at] ?? 0) ^ 0xff
      const { files, issues } = readZip(broken)
      expect(files !== undefined || (issues ?? []).length > 0).toBe(true)
    }
  })
})
