/**
 * The words by which sign-in pages say what they want, in the main European languages.
 *
 * In:  text of a page. Out: which ideas it has. Texts are compared in small letters without accents, so that the lists
 *      need neither. English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Swedish, Danish, Norwegian,
 *      Finnish, Czech.
 */

export type Idea =
  | 'user'
  | 'password'
  | 'new_password'
  | 'code'
  | 'sign_in'
  | 'sign_out'
  | 'sign_up'
  | 'next'
  | 'other_account'
  | 'side_door'
  | 'search'
  | 'remember'
  | 'wrong'
  | 'locked'
  | 'captcha'
  | 'consent'
  | 'agree'
  | 'cookies'
  | 'decline'
  | 'push'
  | 'sms'
  | 'mail'
  | 'app'
  | 'passkey'
  | 'other_way'
  | 'expired'
  | 'yes'
  | 'skip'
  | 'choose_account'
  | 'choose_way'
  | 'use_other'
  | 'small_print'
  | 'call'
  | 'backup'
  | 'mailed_link'
  | 'password_expired';

const LISTS: Readonly<Record<Idea, string>> = {
  user: `user ?name|user ?id|\\buser\\b|login( name| id)?\\b|log-?on|e-?mail|account (name|number)|customer (number|id)|member id
    |phone|mobile number|benutzer|nutzername|anmeldename|kennung|kundennummer|telefonnummer|identifiant|utilisateur|courriel
    |usuario|correo|utente|posta elettronica|utilizador|usuario|gebruiker|uzytkowni|nazwa|adres e-mail|anvandar|e-post
    |bruger|bruker|kayttaja|sahkoposti|tunnus|uzivatel|prihlasovaci jmeno`,
  password: `pass ?word|passwort|kennwort|mot de passe|contrasena|\\bclave\\b|\\bsenha\\b|palavra-?passe|wachtwoord|haslo|losenord
    |adgangskode|passord|salasana|heslo|passcode|pass ?phrase|\\bpin\\b`,
  new_password: `new pass|confirm pass|repeat pass|retype|re-?enter|choose a pass|create a pass|neues pass|neues kennwort|wiederhol
    |bestatigen sie (ihr|das) pass|nouveau mot|confirmer le mot|confirmez|nueva contrasena|repet|nuova password|conferma
    |nova senha|nieuw wachtwoord|herhaal|nowe haslo|powtorz|nytt losenord|ny adgangskode|gentag|nytt passord|gjenta
    |uusi salasana|nove heslo|zopakovat`,
  code: `\\bcode\\b|one-?time|\\botp\\b|\\b2fa\\b|\\bmfa\\b|two-?(factor|step)|verification|authenticat|security code|passcode|token
    |bestatigungscode|sicherheitscode|einmal|zwei-?faktor|\\btan\\b|verifizierung|code de|verification|codigo|codice
    |verificatie|\\bkod\\b|jednoraz|engangs|\\bkode\\b|\\bkoodi|kertakaytto|overovaci`,
  sign_in: `sign ?-?in|log ?-?in\\b|log ?-?on\\b|anmelden|einloggen|anmeldung|se connecter|connexion|connectez|iniciar sesion
    |\\bentrar\\b|acceder|ingresar|\\baccedi\\b|\\bentra\\b|iniciar sessao|aanmelden|inloggen|zaloguj|logga in|log ind|logg inn
    |kirjaudu|prihlasit|prihlaseni`,
  sign_out: `sign ?-?out|log ?-?out|log ?-?off|abmelden|ausloggen|deconne|cerrar sesion|\\bsalir\\b|\\besci\\b|disconnetti|terminar sessao
    |\\bsair\\b|afmelden|uitloggen|wyloguj|logga ut|log ud|logg ut|kirjaudu ulos|odhlasit`,
  sign_up: `sign ?-?up|register|registrier|create (an |your |a |new )*account|join (now|us)|konto erstellen|neues konto|inscri|creer un compte
    |registra|crear (una )?cuenta|crea (un )?account|criar conta|cadastr|registreren|account aanmaken|zarejestruj|zaloz konto
    |skapa konto|opret|registrer|luo tili|rekisteroidy|zaregistr|newsletter|subscribe`,
  next: `\\bnext\\b|continue|proceed|submit|verify|confirm|\\bgo\\b|\\bok\\b|weiter|fortfahren|bestatigen|prufen|absenden|suivant|continuer
    |valider|verifier|siguiente|continuar|verificar|confirmar|enviar|avanti|continua|verifica|invia|seguinte|proximo|volgende
    |doorgaan|bevestig|dalej|kontynuuj|potwierdz|nasta|fortsatt|bekrafta|naeste|fortsaet|neste|bekreft|seuraava|jatka
    |vahvista|dalsi|pokracovat|potvrdit`,
  other_account: `(with|using|via|mit|avec|con|com|met|med|z|pomoci) (your )?(google|apple|facebook|github|gitlab|microsoft|twitter|\\bx\\b|linkedin|saml|sso|amazon|okta)
    |single sign|\\bsso\\b|google|facebook`,
  side_door: `forgot|reset|recover|trouble|vergessen|zurucksetzen|oubli|olvid|dimenticat|esquec|vergeten|zapomni|glomt|glemt|unohd|zapomen
    |cancel|abbrechen|annul|cancelar|annulla|resend|send again|new code|erneut senden|renvoyer|reenviar|show|hide|anzeigen|afficher
    |mostrar|mostra|\\bhelp\\b|\\bback\\b|zuruck|retour|volver|indietro|guest|\\bclose\\b|schliessen`,
  search: `search|suche|recherch|buscar|busqueda|\\bcerca\\b|ricerca|pesquis|zoek|szukaj|\\bsok\\b|\\bsog\\b|hae\\b|hledat`,
  remember: `remember|ask (me |for codes? )?again|stay signed|keep me|stay logged|trust this|angemeldet bleiben|merken|rester connecte|se souvenir|recordar|recuerda
    |mantener|ricorda|resta collegat|rimani|manter|lembrar|ingelogd blijven|onthoud|zapamietaj|nie wylogowuj|kom ihag|forbli
    |husk|muista|pysy|zapamatovat|zustat prihlasen`,
  wrong: `incorrect|invalid|not (valid|correct|accepted)|wrong|please try again|check your (user|pass|e-?mail|credential|details)|(do|does|did)(n.?t| not) match|not recogni[sz]ed|(login|sign-?in|authentication) (failed|failure|error)
    |couldn.?t find|not found|no account|unknown user|bad credentials|denied|falsch|ungultig|nicht korrekt|stimmt nicht|stimmen nicht
    |unbekannt|fehlgeschlagen|incorrect|invalide|errone|inconnu|echoue|incorrect|no (es )?valid|no coincide|errat|non valid
    |sbagliat|incorret|invalid|onjuist|ongeldig|verkeerd|mislukt|nieprawidl|bledn|niepopraw|felaktig|ogiltig|forkert|ugyldig
    |erneut versuchen|versuchen sie es|reessay|intent(e|a|elo|alo) de nuevo|riprova|tent(e|a) (novamente|de novo)|probeer het opnieuw|sprobuj ponownie
    |forsok igen|prov igen|prov igjen|yrita uudelleen|zkuste to znovu|\\bfeil\\b|vaar(a|in)|virheelli|nespravn|neplatn`,
  locked: `locked|blocked|suspended|deactivated|(is|been|was) disabled|too many|rate.?limit|temporarily|try again later|gesperrt|zu viele
    |spater erneut|verrouille|bloque|trop de|suspendu|bloquead|demasiad|bloccat|troppi|muitas tentativas|geblokkeerd|vergrendeld
    |te veel|zablokowan|zbyt wiele|sparrat|last ute|for manga|sparret|sperret|for mange|lukittu|liian monta|zablokovan|prilis mnoho`,
  captcha: `captcha|not a robot|you are (a )?human|are you human|characters (you see|shown|in the image)|kein roboter|menschlich
    |pas un robot|no soy un robot|non sono un robot|nao sou um robo|geen robot|nie jestem robotem|inte en robot|ikke en robot`,
  consent: `authori[sz]e|wants? (to )?access|would like (to )?access|permission|grant access|terms (of|and)|privacy policy has|updated our terms|consent
    |zugriff|nutzungsbedingungen|agb|autorise|conditions (generales|d.utilisation)|autoriza|terminos|termini|consenti|termos
    |voorwaarden|toestemming|regulamin|villkor|vilkar|ehdot|podminky`,
  agree: `\\baccept\\b|\\bagree|\\ballow\\b|authori[sz]e|grant|akzeptieren|zustimmen|erlauben|zulassen|accepter|autoriser|aceptar|permitir
    |accetta|consenti|aceitar|accepteren|toestaan|akcept|zgadzam|godkann|acceptera|accepter|godta|hyvaksy|souhlas|prijmout`,
  cookies: `cookie|value your privacy|tracking|personali[sz]ed ads|evasteet|kakor|informasjonskapsler|ciasteczk`,
  decline: `reject|decline|refuse|only (necessary|essential|required)|necessary only|ablehnen|nur (notwendige|erforderliche)|refuser|rechazar
    |solo (necesarias|necessari)|rifiuta|rejeitar|weigeren|odrzuc|avvisa|afvis|avvis|hylkaa|odmitnout`,
  push: `approve|check your (phone|device)|push notification|notification (was )?sent|sent (you )?a notification|tap (yes|approve)|on your (phone|device)
    |auf (ihrem|deinem) (handy|telefon|smartphone|gerat)|benachrichtigung|genehmig|approuv|sur votre (telephone|appareil)|notification
    |aprueb|en tu (telefono|dispositivo)|approva|sul tuo (telefono|dispositivo)|aprov|goedkeur|op je telefoon|zatwierdz|godkann
    |godkend|godkjenn|hyvaksy|schval`,
  sms: `\\bsms\\b|text(ed)? (message|you)|text message|phone (number )?ending|to your (mobile|phone)|kurznachricht|auf ihr handy|mensaje de texto
    |telefono terminad|messaggio|mensagem de texto|tekstbericht|tekstwiadomosc|textmeddelande|tekstmelding|tekstiviesti|textova zprava`,
  mail: `e-?mail(ed)?|inbox|posteingang|courriel|correo|posta|e-post|sahkoposti`,
  app: `authenticat(or|ion app)|authenticator-?app|code generator|google auth|totp`,
  passkey: `passkey|security key|webauthn|fido|touch id|face id|windows hello|sicherheitsschlussel|cle de securite|llave de seguridad
    |chiave di sicurezza|beveiligingssleutel`,
  other_way: `another way|other (way|method|option)|different (way|method)|use (a |your |my |the )?(password|code)|(with|enter) (a |your |my |the )?password|anderer (weg|methode)|andere methode
    |passwort verwenden|autre (methode|moyen)|otra (forma|manera|opcion)|altro (modo|metodo)|outra forma|andere manier|inny sposob`,
  yes: `^(yes|ja|oui|si|sim|tak|ano|kylla|jo)\\b`,
  skip: `^(not now|skip|maybe later|later|remind me later|no,? thanks|do (it|this) later|jetzt nicht|uberspringen|spater|plus tard|pas maintenant|passer
    |ahora no|omitir|mas tarde|non ora|salta|piu tardi|agora nao|ignorar|mais tarde|niet nu|overslaan|later|nie teraz|pomin|inte nu|hoppa over|senare
    |ikke nu|spring over|ikke na|hopp over|ei nyt|ohita|ted ne|preskocit)\\b`,
  choose_account: `(choose|pick|select|which|switch)( (an?|your|the|which|one))?( of your)? ([a-z]+ )?(account|profile|organi[sz]ation|workspace|tenant|compan(y|ies)|team|role|identity|customer|contract)
    |who.?s (watching|using|signing in)|(several|multiple|more than one|two) (accounts|organi[sz]ations|workspaces|profiles)|konto (aus)?wahlen
    |wahlen? (sie )?(bitte )?(ein|ihr|dein|das|die|den|aus)[a-z]* (konto|profil|organisation|mandant|unternehmen|firma|rolle)|(organisation|profil|mandant(en)?|rolle|unternehmen) (aus)?wahlen
    |(choisi|selectionne)[a-z]* (un|une|votre|le|la) (compte|profil|organisation|entreprise|role)
    |(elige|elija|selecciona|seleccione|escoge|escoja) (una?|tu|su|la|el) (cuenta|perfil|organizacion|empresa)
    |(scegli|seleziona)[a-z]* (un |il |la |una |un')?(account|profilo|organizzazione|azienda)|(escolh|selecion)[a-z]* (uma?|a sua|sua|a|o) (conta|perfil|organizacao|empresa)
    |(kies|selecteer) (een|je|uw) (account|profiel|organisatie|bedrijf)|wybierz (konto|profil|organizacj)|valj (ett |en )?(konto|profil|organisation|foretag)
    |vaelg (en )?(konto|profil|organisation|virksomhed)|velg (en )?(konto|profil|organisasjon|bedrift)|valitse (tili|profiili|organisaatio|yritys)|vyber[a-z]* (si )?(ucet|profil|organizaci)`,
  choose_way: `verify (that )?it.?s (really )?you|(choose|select|pick) (how|an? ([a-z]+ )?(way|method|option))|how (do|would|should) (you|we)|where should we|ways to (sign|verify|log)
    |bestatigen sie,? dass sie es|wie mochten|wahlen sie.{0,20}(methode|aus,? wie)|(choisissez|selectionnez) (comment|une methode)|como (quiere|desea|quieres)|(elige|seleccione|selecciona) (como|un metodo)
    |come (vuoi|desideri)|scegli (come|un metodo)|como (pretende|deseja|quer)|hoe wilt u|kies (hoe|een methode)|wybierz (sposob|metode)|valj (hur|metod)|vaelg (hvordan|metode)|velg (hvordan|metode)|valitse (tapa|miten)|vyberte (zpusob|metodu)`,
  use_other: `(another|different|other) (account|profile|user|e-?mail)|add (an )?account|ander(es|en|e) (konto|benutzer|account|profil)|autre compte|otra cuenta|altro account|outra conta
    |inne konto|annat konto|anden konto|annen konto|toinen tili|toista tilia|jiny ucet`,
  small_print: `privacy|\\bterms\\b|imprint|\\blegal\\b|contact|language|cookie|learn more|manage|settings|support|get help|feedback|accessibility|\\babout\\b|datenschutz|impressum|hilfe|sprache|einstellungen
    |confidentialite|mentions|aide\\b|langue|privacidad|ayuda|idioma|aiuto|lingua|privacidade|ajuda|taal|pomoc|hjalp|hjaelp|hjelp|sprak|sprog|tietosuoja|napoveda`,
  call: `phone call|voice call|\\bcall (me|my|you)|anruf|appel (vocal|telephonique)|llamada|chiamata|chamada|ligacao|oproep|polaczenie`,
  backup: `(backup|recovery|emergency|scratch) code|(ersatz|wiederherstellungs|notfall|backup-?)code|code de (secours|recuperation)|codigo de (respaldo|recuperacion|seguranca|backup|recuperacao)|codice di (backup|riserva|recupero)
    |herstelcode|kod (zapasowy|odzyskiwania)|reservkod|aterstallningskod|gendannelseskode|gjenopprettingskode|varakoodi|zalozni kod`,
  mailed_link: `(sent|e-?mailed|mailed) (you )?(an? |the |your )([a-z-]+ ){0,2}link|magic link|(click|follow|open|use) (on )?the link|link.{0,30}(geschickt|gesendet|an ihre e-?mail)|auf den link|lien.{0,30}(envoye|connexion|magique)|cliquez sur le lien
    |enlace.{0,30}(correo|enviado|magico)|enviado un enlace|link.{0,30}(inviato|e-?mail)|inviato un link|enviamos um link|link.{0,30}gestuurd|wyslalismy link|skickat en lank|sendt (dig |deg )?(et link|en lenke)|linkki|poslali.{0,20}odkaz`,
  password_expired: `password (has |is |was )?(expired|too old|out of date)|expired password|(must|need to|have to|required to) (now )?(change|update|reset) your( current)? password|change your (expired |current )?password (before|to continue|now)
    |(kennwort|passwort) (ist |wurde )?(abgelaufen|muss geandert)|mot de passe (a |est )?expire|contrasena (ha |esta )?(caducad|expirad|vencid)|password (e )?scaduta|(senha|palavra-?passe) (expir|caduc)|wachtwoord (is )?verlopen
    |haslo (wygaslo|stracilo)|losenord(et)? har (gatt ut|upphort)|adgangskode(n)? er udlobet|passord(et)? (har|er) utlopt|salasana(si)? on vanhentunut|heslu? (vyprsel|uz neplati)`,
  expired: `expired|session (has )?(ended|timed)|sign in again|abgelaufen|expire|caducad|scadut|expirad|verlopen|wygasl`,
};

const PATTERNS = new Map(
  Object.entries(LISTS).map(([idea, list]) => [idea as Idea, new RegExp(list.replace(/\s*\n\s*/g, ''))]),
);

/** In small letters, without accents. */
export function plainWords(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('’', "'");
}

export function says(text: string, idea: Idea): boolean {
  return PATTERNS.get(idea)!.test(plainWords(text));
}
