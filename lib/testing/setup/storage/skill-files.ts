import { createHash } from 'node:crypto'
import { beforeEach, vi } from 'vitest'
import type { SkillResource, SkillSetDocument } from '../../../contracts/document/skillset-document.ts'
import { writeZip } from '../../../contracts/skill-folders/write-zip.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import type { AppError } from '../../../kernel/errors.ts'
import type { Json } from '../../../kernel/json/json.ts'
import { getDraft } from '../../../publishing/drafts/get-draft.ts'
import { importFolder } from '../../../publishing/drafts/import-folder.ts'
import { saveDraft } from '../../../publishing/drafts/save-draft.ts'
import { approve } from '../../../publishing/review/decide/decide-submission.ts'
import { submitDraft } from '../../../publishing/review/submit/submit-draft.ts'
import { contextFor, freshName, makeAdmin, makePublisher, type TestPublisher } from '../../factories.ts'

const db = database()
export const KILOBYTE = 1024

export type FilesByPath = Record<string, Uint8Array | string>

/** Returns bytes that depend on the seed and hardly compress. */
export function noise(sizeBytes: number, seed: string): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at * 64 < sizeBytes; at += 1)
    parts.push(createHash('sha512').update(`${seed} ${at}`).digest())
  return Buffer.concat(parts).subarray(0, sizeBytes)
}

export function zipOf(files: FilesByPath, name = freshName('kit').replaceAll('_', '-')): Uint8Array {
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

export function withResources(document: SkillSetDocument, resources: SkillResource[]): SkillSetDocument {
  return { ...document, skills: document.skills.map((skill) => ({ ...skill, resources })) }
}

export const countContents = (hashes: string[]) => db.blobContent.count({ where: { sha256: { in: hashes } } })
export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export const refusalWithIssues = async (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    ({ code, options }: AppError) => ({
      code,
      issues: options.issues?.map(({ path, keyword }) => `${path} ${keyword}`),
    }),
  )

export function setUpSkillFiles() {
  let publisher: TestPublisher

  beforeEach(async () => {
    vi.unstubAllEnvs()
    publisher = await makePublisher()
  })

  const owner = () => contextFor(publisher.owner)

  async function importFiles(files: FilesByPath, into?: string) {
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

  return {
    get publisher() {
      return publisher
    },
    owner,
    importFiles,
    draftOf,
    resourcesOf,
    save,
    submit,
    publish,
  }
}
