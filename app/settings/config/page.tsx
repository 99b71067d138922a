import { redirect } from 'next/navigation'
import { paths } from '#lib/contract/market/paths.ts'

/** Settings belong to a SkillSet: the list of what is installed leads to each. */
export default function ConfigPage(): never {
  redirect(paths.installed)
}
