import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { factsOf, type Hint, type PageFacts } from '../../src/login/page-facts.ts';
import { isSignInPage, recognise } from '../../src/login/recognise.ts';
import { says } from '../../src/login/words.ts';
import type { SpatialElement } from '../../src/spatial/spatial-dom.ts';

/** Elements one below the other, numbered from 1, unless they say where they are. */
function facts(
  els: readonly Partial<SpatialElement>[],
  hints: Partial<Record<Hint, number>> = {},
  title = '',
): PageFacts {
  const placed = els.map((el, at) => ({ id: at + 1, tag: 'p', b: [0, at * 50, 300, 30], ...el }) as SpatialElement);
  const known = new Map(Object.entries(hints) as [Hint, number][]);
  return factsOf({ url: 'https://site.example/', title, els: placed }, known, {
    status: 200,
    document: 1,
    frames: [],
    dialogs: [],
  });
}

const field = (name: string, type?: string) => ({ tag: 'input', name, ...(type === undefined ? {} : { type }) });
const button = (text: string) => ({ tag: 'button', text });

/** User name, password and button in a language. */
const LANGUAGES: Readonly<Record<string, readonly [string, string, string]>> = {
  English: ['Username', 'Password', 'Sign in'],
  German: ['Benutzername', 'Passwort', 'Anmelden'],
  French: ['Identifiant', 'Mot de passe', 'Se connecter'],
  Spanish: ['Usuario', 'Contraseña', 'Iniciar sesión'],
  Italian: ['Nome utente', 'Password', 'Accedi'],
  Portuguese: ['Utilizador', 'Palavra-passe', 'Entrar'],
  Dutch: ['Gebruikersnaam', 'Wachtwoord', 'Inloggen'],
  Polish: ['Nazwa użytkownika', 'Hasło', 'Zaloguj się'],
  Swedish: ['Användarnamn', 'Lösenord', 'Logga in'],
  Danish: ['Brugernavn', 'Adgangskode', 'Log ind'],
  Norwegian: ['Brukernavn', 'Passord', 'Logg inn'],
  Finnish: ['Käyttäjätunnus', 'Salasana', 'Kirjaudu sisään'],
  Czech: ['Uživatelské jméno', 'Heslo', 'Přihlásit se'],
};

for (const [language, [user, password, submit]] of Object.entries(LANGUAGES)) {
  test(`a form in ${language} is recognised, and so is its first step alone`, () => {
    const form = [field('Search', 'search'), field(user), field(password, 'password'), button('?'), button(submit)];
    const found = { kind: 'password', username: 2, password: 3, remember: null, submit: 5 };
    assert.deepEqual(recognise(facts(form)), found);
    assert.deepEqual(recognise(facts([field(user), button(submit)])), { kind: 'username', username: 1, submit: 2 });
    assert.ok(says(user, 'user') && says(password, 'password') && says(submit, 'sign_in'));
  });
}

test('a form to sign up is none to sign in', () => {
  const form = [
    field('Email'),
    field('Password', 'password'),
    field('Repeat password', 'password'),
    button('Create account'),
  ];
  assert.notEqual(recognise(facts(form)).kind, 'password');
});

test('of two forms the one to sign in is taken', () => {
  const form = [
    field('Email'),
    field('Choose a password', 'password'),
    button('Create account'),
    field('Email'),
    field('Password', 'password'),
    button('Log in'),
  ];
  const step = recognise(facts(form));
  assert.deepEqual(step, { kind: 'password', username: 4, password: 5, remember: null, submit: 6 });
});

test('signing in with another account, and side doors, are not pressed', () => {
  const form = [
    field('Email'),
    field('Password', 'password'),
    button('Show password'),
    button('Continue with Google'),
    button('Forgot password?'),
    button('Continue'),
  ];
  const step = recognise(facts(form));
  assert.ok(step.kind === 'password' && step.submit === 6);
});

test('a box to stay signed in is found when it is not ticked', () => {
  const box = { tag: 'input', type: 'checkbox', name: 'Remember me', checked: false } as const;
  const form = [field('Email'), field('Password', 'password'), box, button('Sign in')];
  const step = recognise(facts(form));
  assert.ok(step.kind === 'password' && step.remember === 3);
});

test('six small fields in a row are one code', () => {
  const digits = Array.from({ length: 6 }, (_, at) => ({ tag: 'input', b: [at * 50, 100, 40, 40] as const }));
  const step = recognise(facts([{ text: 'Enter the code we texted you' }, ...digits, button('Verify')]));
  assert.deepEqual(step, { kind: 'code', fields: [2, 3, 4, 5, 6, 7], submit: 8, channel: 'sms', remember: null });
});

/** How pages ask which account it shall be. */
const CHOOSE = [
  'Choose an account',
  'Select your organization',
  'Konto auswählen',
  'Wählen Sie Ihre Organisation',
  'Choisissez un compte',
  'Elige una cuenta',
  'Scegli un account',
  'Escolha uma conta',
  'Kies een account',
  'Wybierz konto',
  'Välj ett konto',
  'Vælg en konto',
  'Velg en konto',
  'Valitse tili',
  'Vyberte účet',
];

test('a list of accounts is told from what stands around it', () => {
  const link = (text: string) => ({ tag: 'a', text });
  const around = [link('Help'), link('Privacy'), link('Use another account'), button('Sign out')];
  for (const words of CHOOSE) {
    const step = recognise(facts([{ tag: 'h1', text: words }, link('Bob'), link('Alice'), ...around]));
    assert.ok(step.kind === 'choose' && step.what === 'account', words);
    assert.deepEqual([step.options.map(({ id }) => id), step.other], [[2, 3], 6]);
  }
});

test('an application with a word about accounts is no question', () => {
  const links = Array.from({ length: 20 }, (_, nth) => ({ tag: 'a', text: `Team ${nth}` }));
  const page = [{ tag: 'h2', text: 'Choose a team' }, ...links, button('Sign out')];
  assert.equal(recognise(facts(page)).kind, 'none');
});

test('fields that are cut off are none, unless there are no others', () => {
  const cut = { clipped: true } as const;
  const form = [
    { ...field('Email'), ...cut },
    field('User'),
    { ...field('Old', 'password'), ...cut },
    field('Password', 'password'),
  ];
  assert.deepEqual(recognise(facts([...form, button('Sign in')])), {
    kind: 'password',
    username: 2,
    password: 4,
    remember: null,
    submit: 5,
  });
  assert.equal(recognise(facts([field('User'), form[2]!, button('Sign in')])).kind, 'password');
});

test('what a code comes by is what the page says', () => {
  const channel = (text: string) => {
    const step = recognise(facts([{ text }, field('Code'), button('OK')]));
    return step.kind === 'code' ? step.channel : step.kind;
  };
  assert.equal(channel('Open your authenticator app.'), 'app');
  assert.equal(channel('We sent an SMS to •••42.'), 'sms');
  assert.equal(channel('Wir haben eine E-Mail geschickt.'), 'mail');
  assert.equal(channel('Two-factor authentication'), 'unknown');
});

test('attributes decide where words do not', () => {
  const form = [{ tag: 'input' }, { tag: 'input', type: 'password' }, button('→')];
  assert.deepEqual(recognise(facts(form, { username: 1, submit: 3 })), {
    kind: 'password',
    username: 1,
    password: 2,
    remember: null,
    submit: 3,
  });
  assert.equal(recognise(facts([{ tag: 'input' }, button('→')], { code: 1 })).kind, 'code');
});

test('a newsletter and a search are nothing to sign in with', () => {
  const page = [field('Search', 'search'), button('Search'), field('Email', 'email'), button('Subscribe')];
  assert.equal(recognise(facts(page)).kind, 'none');
});

test('a banner about cookies is declined', () => {
  const page = [{ text: 'We use cookies.' }, button('Accept all'), button('Reject all')];
  assert.deepEqual(recognise(facts(page)), { kind: 'banner', id: 3 });
});

test('a page that only offers to sign in is no sign-in page', () => {
  const page = facts([{ tag: 'a', text: 'Sign in' }, { text: 'News' }]);
  assert.deepEqual(recognise(page), { kind: 'entry', id: 1 });
  assert.equal(isSignInPage(page), false);
});

test('no page, however strange, throws', () => {
  const text = fc.option(fc.string(), { nil: undefined });
  const element = fc.record(
    {
      tag: fc.constantFrom('input', 'button', 'a', 'p', 'h1', 'iframe', 'x-y'),
      type: fc.constantFrom('password', 'email', 'checkbox', 'submit', 'tel'),
      name: text,
      text,
      ph: text,
      b: fc.tuple(fc.integer(), fc.integer(), fc.nat(500), fc.nat(500)),
    },
    { requiredKeys: ['tag', 'b'] },
  );
  fc.assert(
    fc.property(fc.array(element, { maxLength: 30 }), (els) => void recognise(facts(els as Partial<SpatialElement>[]))),
  );
});
