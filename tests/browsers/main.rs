//! x
use morpion_tests::*;
fn main() {
    let fleet = Fleet::find(Some(std::path::Path::new("/work/t-tools")));
    end_all_on_signal().unwrap();
    let rt = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    rt.block_on(async {
        for kind in Kind::ALL {
            println!("{kind} {:?}", fleet.lacks(kind));
            let t = std::time::Instant::now();
            let mut page = Page::start(&fleet, kind, Site::new("/tmp/fix0")).await.unwrap();
            println!("start {:?}", t.elapsed());
            page.open("a.html").await.unwrap();
            page.click("#b").await.unwrap();
            page.press(page::Key::Tab).await.unwrap();
            page.press(page::Key::Right).await.unwrap();
            println!("{:?}", page.js::<serde_json::Value>("console.error('eek'); setTimeout('eval(1)'); return [document.title, window.k, window.m, innerWidth, innerHeight, __seen]", vec![]).await);
            println!("{:?}", page.wrong().await);
            println!("{:?}", page.save(std::path::Path::new("/tmp/bf"), kind.name()).await);
            println!("total {:?}", t.elapsed());
            page.close().await;
        }
    });
}
