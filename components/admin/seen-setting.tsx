import type { FormState } from '../ui/forms/form-error.tsx'

/** Precedes the name of a setting in the field with the etag of the value that the admin saw. */
export const SEEN = 'seen:'

type SeenSettingProps = { name: string; etag: string; error: FormState }

/** After a conflict the admin has read the present value in the error, so that saving once more replaces it. */
export function SeenSetting({ name, etag, error }: SeenSettingProps) {
  const read = error?.details?.find(({ path }) => path === `/${name}`)?.params?.etag
  return <input type="hidden" name={SEEN + name} value={typeof read === 'string' ? read : etag} />
}
