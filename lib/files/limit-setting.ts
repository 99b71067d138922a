/** What a setting says how much may be kept; what is no positive number counts as not said. Floor 1, pure. */
export function limitSetting(said: string | undefined, otherwise: number): number {
  const number = Number(said)
  return number > 0 && Number.isFinite(number) ? number : otherwise
}
