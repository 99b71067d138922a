/** What an admin sets for the site and publishers and reviewers meet: categories, denied hosts, who may review. */

import { afterEach, beforeEach, expect, test } from 'vitest'
import { saveSiteSettings } from '../../admin/site-settings.ts'
import { getSkillSetPage } from '../../catalog/get-skill-set-page.ts'
import { openCatalog } from '../../catalog/search-catalog.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { forgetStoredSettings, readSetting } from '../../settings/read-settings.ts'
import {
  contextFor,
  makeAdmin,
  makeDraft,
  makePublishedVersion,
  makeSkillSetDocument,
  makeUser,
  visitor,
} from '../../testing/factories.ts'
import { quoteFinding } from '../../testing/make-submission.ts'
import { editDraft, ownerContext, submitForReview } from '../../testing/setup/catalog/submit-draft.ts'
import { getDraft } from '../drafts/get-draft.ts'
import { approve, reject } from './decide/decide-submission.ts'
import { getSubmission } from './read/get-submission.ts'
import { submitDraft } from './submit/submit-draft.ts'

const db = database()
const admin = await contextFor(await makeAdmin())

const clear = async () => {
  await db.siteSetting.deleteMany()
  forgetStoredSettings()
}
beforeEach(clear)
afterEach(clear)

const saveCategories = (list: object[]) => saveSiteSettings(admin, { categories: JSON.stringify(list) })

const OWN = [
  { id: 'health', label: 'Health' },
  { id: 'text', label: 'Words' },
  { id: 'weather', label: 'Weather', isRetired: true },
]

test('categories that an admin saved apply to the catalogue, the studio and submissions', async () => {
  const published = await makePublishedVersion({
    document: makeSkillSetDocument({ categories: ['weather'] }),
  })
  await saveCategories(OWN)

  const { categories, query } = await openCatalog(visitor(), new URLSearchParams('category=weather'))
  expect(categories).toEqual(OWN)
  expect(query.category).toBe('weather')
  const { handle } = published.skillSet.publisher
  const ref = { publisher: handle, skillset: published.skillSet.slug }
  expect((await getSkillSetPage(visitor(), ref)).categories).toEqual(['Weather'])

  const skillSet = await makeDraft({ document: makeSkillSetDocument({ categories: ['weather', 'math'] }) })
  const owner = await ownerContext(skillSet)
  const { draft } = await getDraft(owner, skillSet.id)
  expect(draft?.issues.map(({ path }) => path)).toEqual(['/categories/0', '/categories/1'])
  await expect(submitDraft(owner, { skillSetId: skillSet.id })).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
    options: { issues: [{ path: '/categories/0' }, { path: '/categories/1' }] },
  })
  await editDraft(skillSet, { categories: ['health'] })
  expect((await submitForReview(skillSet)).state).toBe('IN_REVIEW')
})

test('a change of categories is recorded in words, and an empty value restores the built-in ones', async () => {
  await saveCategories(OWN)
  await saveSiteSettings(admin, { categories: '' })

  const events = await db.auditEvent.findMany({
    where: { subjectId: 'categories', actorId: admin.viewer!.userId },
    orderBy: { id: 'asc' },
  })
  expect(events.slice(-2).map(({ data }) => (data as { note: string }).note)).toEqual([
    'the built-in ones → Health, Words, Weather (retired)',
    'Health, Words, Weather (retired) → the built-in ones',
  ])
  expect((await readSetting(db, 'categories')).map(({ id }) => id)).toContain('math')
})

test.each([
  ['no JSON', 'x'],
  ['an id that no document can have', JSON.stringify([{ id: 'A b', label: 'A' }])],
  ['a category without a name', JSON.stringify([{ id: 'a', label: ' ' }])],
  [
    'two categories of one name',
    JSON.stringify([
      { id: 'a', label: 'A' },
      { id: 'b', label: 'a' },
    ]),
  ],
  [
    'two categories of one id',
    JSON.stringify([
      { id: 'a', label: 'A' },
      { id: 'a', label: 'B' },
    ]),
  ],
  ['retired categories alone', JSON.stringify([{ id: 'a', label: 'A', isRetired: true }])],
  ['a name of 41 characters', JSON.stringify([{ id: 'a', label: 'a'.repeat(41) }])],
])('a list of categories with %s is refused at its field', async (_what, categories) => {
  await expect(saveSiteSettings(admin, { categories })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path: '/categories' }] },
  })
})

test('people who are no admins cannot change categories, denied hosts, or who reviews', async () => {
  const user = await contextFor(await makeUser())

  for (const change of [{ categories: '' }, { deniedHosts: 'a.example' }, { reviewByMembers: 'off' }])
    await expect(saveSiteSettings(user, change)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
})

test.each(['https://a.example', 'a.example/path', 'a b!c', '*', 'a_b.example:80'])(
  'the denied host “%s” is refused at its field',
  async (deniedHosts) => {
    await expect(saveSiteSettings(admin, { deniedHosts })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ path: '/deniedHosts' }] },
    })
  },
)

test('a denied host is refused at submission, and at approval if it was denied after that', async () => {
  const permissions = { network: ['api.example.org', 'cdn.tracker.example'] }
  const skillSet = await makeDraft({ document: makeSkillSetDocument({ permissions }) })
  const { submissionId } = await submitForReview(skillSet)
  await saveSiteSettings(admin, { deniedHosts: '*.tracker.example\n198.51.100.7' })
  const refusal = {
    code: 'POLICY_DENIED',
    message: 'Skills on this site may not reach cdn.tracker.example: its operator denied that host.',
    options: { issues: [{ path: '/permissions/network/1' }] },
  }

  await expect(approve(admin, { submissionId: submissionId!, reason: '' })).rejects.toMatchObject(refusal)
  await quoteFinding(submissionId!)
  await reject(admin, { submissionId: submissionId!, reason: 'Denied.' })
  const other = await makeDraft({ document: makeSkillSetDocument({ permissions }) })
  await expect(submitDraft(await ownerContext(other), { skillSetId: other.id })).rejects.toMatchObject(
    refusal,
  )
  const { draft } = await getDraft(await ownerContext(other), other.id)
  expect(draft?.issues).toMatchObject([{ path: '/permissions/network/1', message: refusal.message }])
})

test('a site can ask that an admin from outside the publisher decides', async () => {
  const skillSet = await makeDraft()
  const { submissionId } = await submitForReview(skillSet)
  const colleague = await makeAdmin()
  await db.membership.create({
    data: {
      userId: colleague.id,
      organisationId: skillSet.publisher.organisationId,
      role: 'MEMBER',
    },
  })
  const member = await contextFor(colleague)
  await saveSiteSettings(admin, { reviewByMembers: 'off' })

  expect((await getSubmission(member, submissionId!)).viewer).toMatchObject({
    canDecide: false,
    decisionError: expect.stringContaining('You belong to this publisher'),
  })
  await expect(approve(member, { submissionId: submissionId!, reason: '' })).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
  await saveSiteSettings(admin, { reviewByMembers: 'on' })
  await approve(member, { submissionId: submissionId!, reason: '' })
})
