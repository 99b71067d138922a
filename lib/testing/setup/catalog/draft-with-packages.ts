import type { SkillSetDocument } from '../../../contracts/document/skillset-document.ts'
import type { Json } from '../../../kernel/json/json.ts'
import { resolveDraftPackages } from '../../../publishing/drafts/resolve-draft-packages.ts'
import { saveDraft } from '../../../publishing/drafts/save-draft.ts'
import { startDraftRun } from '../../../runs/start/start-draft-run.ts'
import { connectSandbox } from '../../../sandbox/sandbox-client.ts'
import { contextFor, makeDraft } from '../../factories.ts'

/** A draft whose skill takes a `name`, and the two actions of the studio on its packages. */
export async function setUpDraftWithPackages(document: SkillSetDocument) {
  const skillSet = await makeDraft({ document })
  const ctx = await contextFor(skillSet.publisher.owner, { sandbox: connectSandbox() })
  const slug = document.skills[0]!.slug
  const runDraft = async (draft: SkillSetDocument) => {
    const request = { skillSetId: skillSet.id, document: draft, skillSlug: slug, args: { name: 'oslo' } }
    return (await startDraftRun(ctx, request)).ended
  }
  /** Resolves the packages and saves the draft with its lock, as the studio does. */
  const resolve = async (): Promise<SkillSetDocument> => {
    const { lock } = await resolveDraftPackages(ctx, { skillSetId: skillSet.id })
    const locked = { ...skillSet.document, dependencyLock: lock! }
    await saveDraft(ctx, { skillSetId: skillSet.id, document: locked as unknown as Json, revision: 1 })
    return locked
  }
  return { skillSet, ctx, slug, runDraft, resolve }
}
