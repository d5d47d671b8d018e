// Options of `kerf serve`, and variables of the environment that stand in for them → how it serves.

import type { Limits } from '#protocol';
import { choiceOption, countOption, secondsOption } from '../option-values.ts';

export interface SettingFlags {
  readonly maxMessage?: string;
  readonly maxSessions?: string;
  readonly maxMemory?: string;
  readonly mostRows?: string;
  readonly mostSeconds?: string;
  readonly drain?: string;
  readonly log?: string;
  readonly metrics?: boolean;
}

export interface ServeSettings {
  readonly limits: Limits;
  /** ms. */
  readonly drain: number;
  readonly isJsonLog: boolean;
  readonly hasMetrics: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const MIB = 2 ** 20;
/** s. */
const USUAL_DRAIN = 10;
const LOGS = ['text', 'json'] as const;

/** An option wins over its variable. @throws OptionError that names the one whose value is wrong. */
export function serveSettings(flags: SettingFlags, environment: Environment, preset: Limits): ServeSettings {
  function setting<T>(name: Exclude<keyof SettingFlags, 'metrics'>, read: (text: string, name: string) => T): T | null {
    const word = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const variable = `KERF_${word.toUpperCase().replaceAll('-', '_')}`;
    const [option, value] = [flags[name], environment[variable]];
    if (option !== undefined) return read(option, word);
    return value === undefined ? null : read(value, variable);
  }
  const mebibytes = (text: string, name: string) => MIB * countOption(text, name);
  const { KERF_METRICS: metrics } = environment;
  return {
    limits: {
      ...preset,
      maxMessage: setting('maxMessage', mebibytes) ?? preset.maxMessage,
      maxSessions: setting('maxSessions', countOption) ?? preset.maxSessions,
      maxMemory: setting('maxMemory', mebibytes) ?? preset.maxMemory,
      maxRows: Math.min(setting('mostRows', countOption) ?? preset.maxRows, preset.maxRows),
      maxSeconds: setting('mostSeconds', countOption) ?? preset.maxSeconds,
    },
    drain: 1000 * (setting('drain', secondsOption) ?? USUAL_DRAIN),
    isJsonLog: setting('log', (text, name) => choiceOption(text, name, LOGS)) === 'json',
    hasMetrics:
      flags.metrics ?? (metrics !== undefined && choiceOption(metrics, 'KERF_METRICS', ['0', '1'] as const) === '1'),
  };
}
