//! Turns off what WebKitGTK offers and the app's documents don't need, for memory and safety.

use webkit2gtk::{CacheModel, SettingsExt as _, WebContextExt as _, WebView, WebViewExt as _};

/// Restricts a webview to drawing documents and running their scripts.
pub fn restrict(view: &WebView) {
    if let Some(context) = view.context() {
        // Everything is in the program already: a copy in memory is of no use.
        context.set_cache_model(CacheModel::DocumentViewer);
    }
    let Some(settings) = view.settings() else { return };
    settings.set_enable_page_cache(false);
    settings.set_enable_back_forward_navigation_gestures(false);
    settings.set_enable_html5_database(false);
    settings.set_enable_html5_local_storage(false);
    settings.set_enable_webgl(false);
    settings.set_enable_webaudio(false);
    settings.set_enable_media(false);
    settings.set_enable_media_stream(false);
    settings.set_enable_media_capabilities(false);
    settings.set_enable_mediasource(false);
    settings.set_enable_encrypted_media(false);
    settings.set_enable_webrtc(false);
    settings.set_enable_fullscreen(false);
    settings.set_enable_dns_prefetching(false);
    settings.set_enable_hyperlink_auditing(false);
    settings.set_enable_site_specific_quirks(false);
}
