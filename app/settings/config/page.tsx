import { redirect } from 'next/navigation'
import { paths } from '#lib/kernel/site/paths.ts'

/** Settings belong to a SkillSet, so this redirects to the list. */
export default function ConfigPage(): never {
  redirect(paths.installed)
}
