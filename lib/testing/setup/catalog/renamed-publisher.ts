import { renamePublisher } from '../../../publishing/publishers/rename.ts'
import { contextFor, freshName, makePublishedVersion, makeUser } from '../../factories.ts'

/** Creates a published SkillSet with its owner, and a caller of another organisation. */
export async function setUpRename() {
  const version = await makePublishedVersion()
  const { publisher, slug, id: skillSetId } = version.skillSet
  const owner = await contextFor(publisher.owner)
  const caller = await contextFor(await makeUser())
  const rename = async () => {
    const to = await renamePublisher(owner, { handle: publisher.handle, to: freshName('new') })
    return { handle: to, name: `${to}.${slug}.greet` }
  }
  return { version, publisher, slug, skillSetId, owner, caller, rename, oldName: version.skillName }
}
