import { redirect } from 'next/navigation'
import { paths } from '#lib/site/paths.ts'

/** Settings are per SkillSet, so this redirects to the list of installs. */
export default function ConfigPage(): never {
  redirect(paths.installed)
}
