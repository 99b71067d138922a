import type { PublicError } from '#lib/kernel/errors.ts'
import { paths } from '#lib/kernel/site/paths.ts'

type Prompt = () => Promise<boolean>

let prompt: Prompt | undefined
/** The answer that the open dialog will give. */
let answer: Promise<boolean> | undefined

/** Sets what asks the person to confirm that it is them. Returns a function that unsets it. */
export function setIdentityPrompt(next: Prompt): () => void {
  prompt = next
  return () => {
    if (prompt === next) prompt = undefined
  }
}

/**
 * Asks the person to confirm that it is them, and returns true once they have. Returns false if they close the dialog,
 * or can only sign in again at another service, which the page that the refusal links to offers. Actions that ask while
 * the dialog is open share its answer.
 */
export function confirmIdentity(): Promise<boolean> {
  answer ??= askOnce().finally(() => {
    answer = undefined
  })
  return answer
}

async function askOnce(): Promise<boolean> {
  return (await prompt?.()) ?? false
}

/**
 * Calls a server action. If it is refused until the person confirms that it is them, asks them, and calls it once more.
 * The server decides: an action that is refused again stays refused.
 */
export async function callWithIdentity<Answer>(
  call: () => Promise<Answer>,
  refusalOf: (answer: Answer) => Pick<PublicError, 'href'> | null | undefined,
): Promise<Answer> {
  const first = await call()
  if (refusalOf(first)?.href !== paths.confirmIdentity || !(await confirmIdentity())) return first
  return call()
}
