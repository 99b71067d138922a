import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import { saveDraft } from '../../publishing/drafts/save-draft.ts'
import { contextFor, freshName, makeDraft, makePublishedVersion, makeUser } from '../../testing/factories.ts'
import { setUpOwnDraft } from '../../testing/setup/catalog/own-draft.ts'
import { uploadImage } from './images.ts'
import { sweepImages } from './sweep-images.ts'

const db = database()
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const idOf = (path: string) => path.slice('/images/'.length)
const isStored = async (path: string) => (await db.image.count({ where: { id: idOf(path) } })) === 1

async function upload() {
  const image = Buffer.concat([PIXEL, randomBytes(16)])
  return (await uploadImage(await contextFor(await makeUser()), image)).path
}

/** Makes the image unused for longer than the sweep spares it, unless something shows it. */
async function age(path: string): Promise<void> {
  const unusedSince = new Date(Date.now() - 25 * HOUR_MS)
  await db.image.updateMany({ where: { id: idOf(path), unusedSince: { not: null } }, data: { unusedSince } })
}

let sweeps = 0
/** A process sweeps every six hours. */
const sweep = () => sweepImages({ db }, new Date(Date.now() + 6 * HOUR_MS * sweeps++))

test('an image that nothing shows is deleted a day after its upload, and a fresh one is not', async () => {
  const [old, fresh] = [await upload(), await upload()]
  await age(old)

  await sweep()

  expect([await isStored(old), await isStored(fresh)]).toEqual([false, true])
})

test('images of a draft, a version and a setting stay, however old they are', async () => {
  const [logo, banner, ofSite] = [await upload(), await upload(), await upload()]
  const draft = await makeDraft()
  const { document } = draft
  await db.draft.update({
    where: { skillSetId: draft.id },
    data: { document: { ...document, logoImageUrl: logo } as object },
  })
  await makePublishedVersion({ document: { ...document, bannerImageUrl: banner } })
  const key = freshName('logo')
  await db.siteSetting.create({ data: { key, value: ofSite } })
  const all = [logo, banner, ofSite]
  for (const path of all) await age(path)

  await sweep()

  expect(await Promise.all(all.map(isStored))).toEqual([true, true, true])
  await db.siteSetting.delete({ where: { key } })
})

test('an image that a draft no longer shows can come back for a day', async () => {
  const { ctx, skillSet, skillSetId } = await setUpOwnDraft()
  const logo = await upload()
  const shown = { ...skillSet.document, logoImageUrl: logo }
  const unused = async () => (await db.image.findUnique({ where: { id: idOf(logo) } }))?.unusedSince !== null
  let revision = 1
  const save = async (document: object) => {
    ;({ revision } = await saveDraft(ctx, { skillSetId, document: document as never, revision }))
  }
  await save(shown)
  expect(await unused()).toBe(false)

  await save(skillSet.document)
  await sweep()
  expect([await isStored(logo), await unused()]).toEqual([true, true])

  await save(shown)
  expect(await unused()).toBe(false)
})
