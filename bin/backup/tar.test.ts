import { spawnSync } from 'node:child_process'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readTar, type TarFile, writeTar } from './tar.ts'

const FILES: TarFile[] = [
  { name: 'empty', bytes: Buffer.alloc(0) },
  { name: 'a/block', bytes: Buffer.alloc(512, 7) },
  { name: 'tables/public.User/000001', bytes: Buffer.from('Ada\tLovelace\n') },
]

async function archiveOf(files: TarFile[]): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(writeTar(Readable.from(files))))
}

async function filesOf(archive: Buffer, pieceBytes: number) {
  const pieces = Array.from({ length: Math.ceil(archive.length / pieceBytes) }, (_, index) =>
    archive.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  )
  const files = await Array.fromAsync(readTar(Readable.from(pieces)))
  return files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString('hex')])
}

test.each([1, 7, 512, 100_000])(
  'files of a tar archive come back unchanged, in pieces of %d bytes',
  async (pieceBytes) => {
    const archive = await archiveOf(FILES)

    expect(await filesOf(archive, pieceBytes)).toEqual(
      FILES.map(({ name, bytes }) => [name, Buffer.from(bytes).toString('hex')]),
    )
  },
)

test('other tar programs can read our archive', async () => {
  const { stdout } = spawnSync('tar', ['-xOf', '-', 'tables/public.User/000001'], {
    input: await archiveOf(FILES),
    encoding: 'utf8',
  })

  expect(stdout).toBe('Ada\tLovelace\n')
})

test('a truncated tar archive is refused, wherever it was cut', async () => {
  const archive = await archiveOf(FILES)

  for (const end of [0, 100, 512, 1_000, archive.length - 1_024])
    await expect(filesOf(archive.subarray(0, end), 512)).rejects.toThrow('incomplete')
})

test('a file that is not a tar archive is refused', async () => {
  await expect(filesOf(Buffer.alloc(2_048, 'x'), 512)).rejects.toThrow('not a backup')
})
