/** Things that pages are about, made when a journey first asks for one. */
import { guildhall } from './command.ts'
import { parcelDesk, submitFile } from './submit-file.ts'

/** A submission that waits for an admin. */
export const submitted = once(() => submitFile(parcelDesk()))

/** The id of a run that the demo user made. */
export const demoRun = once(async () => {
  const skill = 'guildhall.text_tools.text_statistics'
  const args = JSON.stringify({ text: 'It was a bright cold day in April.' })
  const run = await guildhall<{ id: string }>('run', skill, '--args', args, '--email', 'user@demo.local')
  return run.id
})

/** The page on which the demo user could set a new password. */
export const resetPath = once(async () => {
  const { url } = await guildhall<{ url: string }>('reset-link', '--email', 'user@demo.local')
  return new URL(url).pathname
})

function once<Thing>(make: () => Promise<Thing>): () => Promise<Thing> {
  let made: Promise<Thing> | undefined
  return () => {
    made ??= make()
    return made
  }
}
