import { isDeepStrictEqual } from 'node:util';
import { AppError, commonErrors } from '#shared/errors.ts';
import type { CodeCall, FunctionDefinition, HttpFunction } from '../custom-functions-definition.contract.ts';
import { stepsOf } from './calling/response.models.ts';
import { originOf, placesIn } from './calling/templates.models.ts';

/** What stands for facts that the server knows; no model can write them. */
const knownPlace = /^(?:contact|verified|conversation)\.[a-z][a-z0-9_]{0,39}$|^visitor\.(?:id|language)$/;

type Problems = Record<string, string>;

const isAllowed = (url: string, assertAllowedUrl: (url: string) => void): boolean => {
  try {
    assertAllowedUrl(url);
    return true;
  } catch {
    return false;
  }
};

function codeProblems({ secretHost }: CodeCall, assertAllowedUrl: (url: string) => void): Problems {
  if (secretHost === '') return {};
  const url = `https://${secretHost}/`;
  const isHost = URL.canParse(url) && new URL(url).host === secretHost.toLowerCase();
  return isHost && isAllowed(url, assertAllowedUrl)
    ? {}
    : { 'definition.code.secretHost': 'functions:problem.host' };
}

function httpProblems(definition: HttpFunction, assertAllowedUrl: (url: string) => void): Problems {
  const problems: Problems = {};
  const { http, parameters } = definition;
  const origin = originOf(http.url);
  if (origin === null || !isAllowed(`${origin}/`, assertAllowedUrl))
    problems['definition.http.url'] = 'functions:problem.address';
  if (http.auth.type === 'oauth2') {
    const tokens = originOf(http.auth.tokenUrl);
    if (
      tokens === null ||
      placesIn(http.auth.tokenUrl).length > 0 ||
      !isAllowed(`${tokens}/`, assertAllowedUrl)
    )
      problems['definition.http.auth.tokenUrl'] = 'functions:problem.address';
  }
  if (stepsOf(http.responsePath) === null)
    problems['definition.http.responsePath'] = 'functions:problem.responsePath';
  if (http.bodyTemplate.trim() !== '')
    try {
      const body: unknown = JSON.parse(http.bodyTemplate);
      if (http.body === 'form' && (typeof body !== 'object' || body === null || Array.isArray(body)))
        problems['definition.http.bodyTemplate'] = 'functions:problem.formBody';
    } catch {
      problems['definition.http.bodyTemplate'] = 'functions:problem.json';
    }
  const isKnown = (name: string): boolean =>
    Object.hasOwn(parameters.properties, name) || knownPlace.test(name);
  const lookAt = (path: string, text: string): void => {
    if (!placesIn(text).every(isKnown)) problems[path] ??= 'functions:problem.place';
  };
  lookAt('definition.http.url', http.url);
  lookAt('definition.http.bodyTemplate', http.bodyTemplate);
  http.query.forEach(({ value }, at) => lookAt(`definition.http.query.${at}.value`, value));
  http.headers.forEach(({ name, value }, at) => {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
      problems[`definition.http.headers.${at}.name`] = 'functions:problem.header';
    lookAt(`definition.http.headers.${at}.value`, value);
  });
  return problems;
}

/**
 * Throws with a reason for each field that can't work, before anybody calls it: addresses that lead nowhere or
 * inside, templates that are no JSON, places that nothing fills.
 */
export function checkDefinition(
  definition: FunctionDefinition,
  assertAllowedUrl: (url: string) => void,
): void {
  const problems: Problems =
    definition.kind === 'http'
      ? httpProblems(definition, assertAllowedUrl)
      : definition.kind === 'code'
        ? codeProblems(definition.code, assertAllowedUrl)
        : {};
  if (Object.keys(problems).length > 0) throw new AppError(commonErrors.invalidInput, { fields: problems });
}

/** The facts that a definition asks for, as `contact.email`. */
export function factsOf(definition: FunctionDefinition): string[] {
  if (definition.kind !== 'http') return [];
  const { http } = definition;
  const texts = [
    http.url,
    http.bodyTemplate,
    ...http.query.map(({ value }) => value),
    ...http.headers.map(({ value }) => value),
  ];
  return [...new Set(texts.flatMap(placesIn))].filter((name) => name.includes('.'));
}

/** Where the secret of a function may go; empty where it has none. */
export function secretTargets(definition: FunctionDefinition): string[] {
  if (definition.kind === 'code')
    return definition.code.secretHost === '' ? [] : [`https://${definition.code.secretHost}`];
  // What a page runs is open to everybody who reads the page.
  if (definition.kind === 'client') return [];
  const { http } = definition;
  if (http.auth.type === 'none') return [];
  const origins = [
    originOf(http.url),
    ...(http.auth.type === 'oauth2' ? [originOf(http.auth.tokenUrl)] : []),
  ];
  return origins.map((origin) => origin ?? '');
}

/** Whether a secret that was entered for one definition may be used by another: it reaches no further host. */
export const keepsSecret = (before: FunctionDefinition, after: FunctionDefinition): boolean => {
  const known = secretTargets(before);
  const targets = secretTargets(after);
  return targets.length > 0 && targets.every((origin) => known.includes(origin));
};

/** What a secret is one half of: how it is used, and whose it is. */
function credentialOf(definition: FunctionDefinition): string[] {
  if (definition.kind !== 'http') return [definition.kind];
  const { auth } = definition.http;
  switch (auth.type) {
    case 'basic':
      return [auth.type, auth.user];
    case 'oauth2':
      return [auth.type, auth.clientId];
    case 'header':
      return [auth.type, auth.name.toLowerCase()];
    case 'query':
      return [auth.type, auth.name];
    default:
      return [auth.type];
  }
}

/**
 * Whether a secret that was entered for one definition is what another asks for, where nobody looks at it again: a
 * key that signs is no token to send along, even to the same host.
 */
export const isSameCredential = (before: FunctionDefinition, after: FunctionDefinition): boolean =>
  keepsSecret(before, after) && isDeepStrictEqual(credentialOf(before), credentialOf(after));

export const needsSecret = (definition: FunctionDefinition): boolean => secretTargets(definition).length > 0;
